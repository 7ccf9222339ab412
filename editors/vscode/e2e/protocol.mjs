// What the server can do and an editor has to understand: each by the editor's own way of asking for it.
import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import * as path from 'node:path'
import { installed } from './endpoint.mjs'
import { diagnosticsOf, looksAt, root, step, workspace } from './steps.mjs'
import { Workbench } from './workbench.mjs'

const folder = await workspace('protocol-plans')
const bench = await Workbench.open({ ...installed, root: path.join(root, 'protocol'), folder })
looksAt(bench)

await step('columns behind an emoji', async () => {
  await writeFile(path.join(folder, 'emoji.md'), '---\ntype: plan\n---\n# Plan 🚀\n\n🚀🚀 From Monday, 2 June 2026 it runs.\n')
  const found = await bench.host(async (vscode, kit) => {
    const document = await kit.open('emoji.md')
    const target = await kit.until(() => kit.diagnostics(document.uri).find((each) => each.code?.value === 'weekday-mismatch'), 'the weekday')
    return document.getText(target.range)
  })
  assert.equal(found, 'Monday')
})

await step('safe fixes when a file is saved, once the person has set it; what was undone stays undone', async () => {
  await bench.host((_, kit) => kit.open('windows.md').then(() => null))
  await diagnosticsOf(bench, 'windows.md', 7)
  const [fixed, undone] = await bench.host(async (vscode, kit) => {
    const editor = vscode.workspace.getConfiguration('editor')
    await editor.update('codeActionsOnSave', { 'source.fixAll.anchorline': 'explicit' }, true)
    const document = vscode.window.activeTextEditor.document
    const change = () => vscode.window.activeTextEditor.edit((edit) => edit.insert(new vscode.Position(document.lineCount, 0), 'One more.\r\n'))
    await change()
    await vscode.commands.executeCommand('workbench.action.files.save')
    const fixed = document.getText()
    await vscode.commands.executeCommand('undo')
    await change()
    await kit.sleep(1000)
    await vscode.commands.executeCommand('workbench.action.files.save')
    const undone = document.getText()
    await editor.update('codeActionsOnSave', undefined, true)
    return [fixed, undone]
  })
  assert.match(fixed, /cut into three implementation units/)
  assert.doesNotMatch(undone, /cut into three implementation units/)
})

await step('proposed fixes are shown in the preview of the editor, and made when the person agrees', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await diagnosticsOf(bench, 'plan.md', 7)
  await bench.command('anchorline.applyProposed')
  const preview = bench.page.locator('.refactor-preview, .bulk-edit-panel').first()
  await preview.waitFor({ timeout: 20_000 })
  assert.match(await bench.host(async (vscode, kit) => (await kit.open('plan.md')).getText()), /\| \*?\*?Total\*?\*? *\| *\*?\*?13/i)
  // What needs a confirmation is not ticked, until the person does.
  await preview.locator('input[type=checkbox], .monaco-checkbox').first().click()
  await preview.locator('.monaco-button', { hasText: 'Apply' }).first().click()
  await bench.host(async (vscode, kit) => {
    const document = await vscode.workspace.openTextDocument(kit.uri('plan.md'))
    await kit.until(() => !kit.diagnostics(document.uri).some((each) => each.code?.value === 'table-total'), 'the total is right')
    return null
  })
})

await step('a configuration file that is written, and removed, counts at once', async () => {
  await bench.host((_, kit) => kit.open('emoji.md').then(() => null))
  await diagnosticsOf(bench, 'emoji.md', 1)
  await writeFile(path.join(folder, '.anchorline.toml'), '[checks]\ndisable = ["weekday-mismatch"]\n')
  await bench.host((_, kit) => kit.until(() => kit.diagnostics(kit.uri('emoji.md')).length === 0, 'the check is off').then(() => null))
  await rm(path.join(folder, '.anchorline.toml'))
  await diagnosticsOf(bench, 'emoji.md', 1)
})

await bench.close()
