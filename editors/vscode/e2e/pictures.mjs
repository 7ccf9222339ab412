// The pictures of the manual and of the walkthrough that show the plan as it is; trusted.mjs takes those that show models
// at work. The picture of the walkthrough shows pictures of the package: run it again with a package that has the new ones.
import * as path from 'node:path'
import { installed } from './endpoint.mjs'
import { diagnosticsOf, looksAt, media, picture, root, shot, statusIs, step, workspace } from './steps.mjs'
import { until, Workbench } from './workbench.mjs'

const folder = await workspace('shown/plans')
// No endpoint of ours: the question names the host that a person would be asked about. It is not answered, so nothing is sent.
const env = { PYTHONPATH: installed.env.PYTHONPATH, ANTHROPIC_API_KEY: 'sk-ant-nobody' }
const settings = { 'editor.occurrencesHighlight': 'off' }
const bench = await Workbench.open({ ...installed, env, settings, root: path.join(root, 'pictures'), folder })
looksAt(bench)

await step('pictures of the plan', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await diagnosticsOf(bench, 'plan.md', 7)
  await statusIs(bench, /finding/)
  await bench.command('anchorline.findings.focus')
  const rows = bench.page.locator('.pane-body .monaco-list-row')
  await until(async () => (await rows.count()) >= 7, 'rows of the panel')
  await bench.command('notifications.clearAll')
  await rows.filter({ hasText: 'four units' }).first().hover()
  await shot(bench, picture('vscode-findings.png'))
  await shot(bench, media('step-panel.png'))
  await bench.page.mouse.move(640, 15)
  await bench.host(async (vscode, kit) => {
    const target = kit.diagnostics(kit.uri('plan.md')).find((each) => each.code.value === 'count-mismatch').range.start
    vscode.window.activeTextEditor.selection = new vscode.Selection(target, target)
    vscode.window.activeTextEditor.revealRange(new vscode.Range(target, target), vscode.TextEditorRevealType.AtTop)
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup')
    await vscode.commands.executeCommand('editor.action.showHover')
    await kit.sleep(1500)
    return null
  })
  // Larger, as a person would draw it, so that the diff at its end is seen.
  const sash = bench.page.locator('.monaco-resizable-hover .monaco-sash.horizontal:not(.disabled)').last()
  const box = await sash.boundingBox()
  if (box) {
    await bench.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await bench.page.mouse.down()
    await bench.page.mouse.move(box.x + box.width / 2, box.y + 200, { steps: 8 })
    await bench.page.mouse.up()
  }
  await bench.host((_, kit) => kit.sleep(700))
  await shot(bench, picture('vscode-hover.png'))
  await bench.page.keyboard.press('Escape')
  await bench.page.mouse.move(640, 15)
  await bench.host((vscode) => (vscode.window.activeTextEditor.revealRange(new vscode.Range(0, 0, 0, 0)), null))
  await bench.command('workbench.view.explorer')
  await bench.command('workbench.action.problems.focus')
  await bench.host((_, kit) => kit.sleep(700))
  await shot(bench, media('step-findings.png'))
  await bench.command('workbench.action.closePanel')
})

await step('a picture of the question where the text may go', async () => {
  await bench.command('anchorline.findings.focus')
  await bench.host(async (vscode, kit) => {
    const document = await kit.open('plan.md')
    vscode.window.activeTextEditor.selection = new vscode.Selection(0, 0, 0, 0)
    await vscode.window.activeTextEditor.edit((edit) => edit.insert(new vscode.Position(11, 0), '\nIt is sent once.\n'))
    await document.save()
    return null
  })
  const question = bench.page.locator('.notification-list-item', { hasText: 'Let Anchorline have' }).first()
  await question.waitFor({ timeout: 30_000 })
  await question.hover()
  await bench.host((_, kit) => kit.sleep(500))
  await shot(bench, media('step-consent.png'))
})

await bench.close()
