// Places and documents that are not what one expects: a hostile repository, notebooks, diffs, what cannot be written.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises'
import * as path from 'node:path'
import { installed } from './endpoint.mjs'
import { diagnosticsOf, here, isSaid, logOf, looksAt, notification, packed, python, quick, root, statusIs, statusText, step, workspace } from './steps.mjs'
import { until, Workbench } from './workbench.mjs'

// Modules of names that Python, and the server, import early. Each says that it ran.
const planted = await workspace('planted')
const ran = path.join(root, 'planted-ran')
for (const name of ['anchorline', 'yaml', 'json', 'typing', 'asyncio', 'pydantic', 'anthropic', 'markdown_it', 'sitecustomize', 'usercustomize', 'encodings']) {
  await writeFile(path.join(planted, `${name}.py`), `open(${JSON.stringify(ran)}, "a").write("${name} ")\n`)
}
await mkdir(path.join(planted, 'server/anchorline'), { recursive: true })
await writeFile(path.join(planted, 'notes.ipynb'), JSON.stringify({
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Plan\n', '\n', 'On Monday, 2 June 2026 it starts. See [there](#nowhere). TODO\n'] },
    { cell_type: 'code', metadata: {}, source: ['print(1)  # TODO\n'], execution_count: null, outputs: [] },
  ],
  metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5,
}))
const git = (...args) => execFileSync('git', ['-c', 'user.name=e2e', '-c', 'user.email=e2e@example.invalid', ...args], { cwd: planted })
git('init', '-q')
git('add', '.')
git('commit', '-q', '-m', 'as it was')
await appendFile(path.join(planted, 'plan.md'), '\nOne line more.\n')

const locked = await workspace('locked')
const bench = await Workbench.open({
  ...installed,
  root: path.join(root, 'odd'), folder: planted, cwd: planted, bounded: true,
  settings: { 'git.enabled': true, 'files.readonlyInclude': { '**/windows.md': true } },
  vsix: [...installed.vsix, packed('python-envs')], env: { ...installed.env, E2E_PYTHON: python },
})
looksAt(bench)

await step('modules that a repository plants are not imported by the server that is started in it', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await diagnosticsOf(bench, 'plan.md', 7)
  assert.match(logOf(bench), /starting \(project\): \S+ -m anchorline server/)
  await bench.command('anchorline.restart')
  await diagnosticsOf(bench, 'plan.md', 7)
  assert.equal(existsSync(ran), false, existsSync(ran) ? 'a planted module ran' : '')
  return 'started by -m, from the environment of the project'
})

await step('the cells of a notebook are left alone, and who asks is told', async () => {
  const found = await bench.host(async (vscode, kit) => {
    const notebook = await vscode.workspace.openNotebookDocument(kit.uri('notes.ipynb'))
    await vscode.window.showNotebookDocument(notebook)
    const cell = notebook.cellAt(0).document
    await vscode.commands.executeCommand('notebook.focusTop')
    await vscode.commands.executeCommand('notebook.cell.edit')
    await kit.until(() => vscode.window.activeTextEditor?.document === cell, 'the cell is edited')
    await vscode.window.activeTextEditor.edit((edit) => edit.insert(new vscode.Position(2, 0), 'It goes on.\n'))
    await kit.sleep(2000) // what is found in a file is there in a tenth of it
    return {
      scheme: cell.uri.scheme, language: cell.languageId,
      ours: vscode.languages.getDiagnostics().filter(([uri, all]) => uri.scheme !== 'file' && all.some((each) => each.source === 'anchorline')).length,
    }
  })
  assert.deepEqual(found, { scheme: 'vscode-notebook-cell', language: 'markdown', ours: 0 })
  await until(async () => (await statusText(bench)) === '', 'the status bar is silent')
  await bench.command('anchorline.review')
  const said = await isSaid(bench, 'Anchorline reviews')
  await bench.command('workbench.action.revertAndCloseActiveEditor')
  return said
})

await step('a diff against Git shows each finding once, beside the file', async () => {
  const found = await bench.host(async (vscode, kit) => {
    const uri = kit.uri('plan.md')
    const git = (await vscode.extensions.getExtension('vscode.git').activate()).getAPI(1)
    await kit.until(() => git.repositories.length > 0, 'the repository')
    const left = git.toGitUri(uri, 'HEAD')
    await vscode.commands.executeCommand('vscode.diff', left, uri, 'plan.md (HEAD)')
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab.input
    await kit.until(() => vscode.workspace.textDocuments.some((each) => each.uri.scheme === 'git'), 'the old text')
    await kit.sleep(1500)
    const all = vscode.languages.getDiagnostics().flatMap(([where, each]) => each.filter((one) => one.source === 'anchorline').map((one) => ({ where, one })))
    const ofPlan = all.filter(({ where }) => where.path === uri.path).map(({ where, one }) => `${where.scheme} ${one.code.value} ${one.range.start.line}`)
    return { isDiff: tab instanceof vscode.TabInputTextDiff, old: tab.original?.scheme, ofPlan }
  })
  assert.equal(found.isDiff, true)
  assert.equal(found.old, 'git')
  assert.equal(found.ofPlan.length, 7, found.ofPlan.join(', '))
  assert.equal(new Set(found.ofPlan).size, 7, found.ofPlan.join(', '))
  assert.ok(found.ofPlan.every((each) => each.startsWith('file ')))
  await bench.command('workbench.action.compareEditor.focusSecondarySide')
  await statusIs(bench, /5 findings, 2 hints/)
  await bench.command('workbench.action.closeActiveEditor')
})

await step('where an editor does not write, a fix says so', async () => {
  const before = await bench.host(async (vscode, kit) => (await kit.open('windows.md')).getText())
  await diagnosticsOf(bench, 'windows.md', 7)
  await bench.command('anchorline.findings.focus')
  const row = bench.page.locator('.pane-body .monaco-list-row').filter({ hasText: 'four units' }).first()
  await row.hover()
  await row.locator('.action-label[aria-label^="Apply"]').click()
  await isSaid(bench, 'is read-only in this editor')
  await diagnosticsOf(bench, 'windows.md', 7)
  await bench.command('anchorline.applySafeFixes')
  const said = await isSaid(bench, 'is read-only in this editor')
  await diagnosticsOf(bench, 'windows.md', 7)
  const after = await bench.host(async (vscode, kit) => (await vscode.workspace.openTextDocument(kit.uri('windows.md'))).getText())
  assert.equal(after, before)
  return said
})

await step('a document of a file system that is on no disk is left alone, beside a folder that is', async () => {
  const found = await bench.host(async (vscode, kit) => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('e2e-memory:/plans/plan.md'))
    await vscode.window.showTextDocument(document)
    await kit.sleep(2000)
    return { language: document.languageId, count: kit.diagnostics(document.uri).length }
  })
  assert.deepEqual(found, { language: 'markdown', count: 0 })
  await until(async () => (await statusText(bench)) === '', 'the status bar is silent')
  await bench.command('anchorline.review')
  return isSaid(bench, 'Anchorline reviews')
})

if (!quick) {
  await step('a folder without write permission: findings, dismissals and a fix; the save is for the editor to refuse', async () => {
    for (const [name, mode] of [['plan.md', 0o444], ['windows.md', 0o444], ['docs', 0o555], ['.', 0o555]]) await chmod(path.join(locked, name), mode)
    await bench.goto(locked)
    await bench.host((_, kit) => kit.open('plan.md').then(() => null))
    await diagnosticsOf(bench, 'plan.md', 7)
    const result = await bench.host(async (vscode, kit) => {
      const document = vscode.window.activeTextEditor.document
      const { writeFileSync } = process.getBuiltinModule('node:fs')
      let refused = ''
      try {
        writeFileSync(kit.uri('new.md').fsPath, 'x')
      } catch (error) {
        refused = error.code
      }
      const target = kit.diagnostics(document.uri).find((each) => each.code.value === 'weekday-mismatch')
      const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, target.range)
      const dismiss = actions.find((action) => action.title === 'Dismiss').command
      await vscode.commands.executeCommand(dismiss.command, ...dismiss.arguments)
      await kit.until(() => kit.diagnostics(document.uri).length === 6, 'it is dismissed')
      await vscode.commands.executeCommand('anchorline.applySafeFixes')
      await kit.until(() => document.getText().includes('cut into three'), 'the fix')
      return { refused, saved: await document.save() }
    })
    assert.equal(result.refused, 'EACCES', 'the folder can be written')
    assert.equal(result.saved, false)
    await notification(bench, /Failed to save/)
    await bench.command('workbench.action.files.revert')
    await bench.command('notifications.clearAll')
    await bench.reload()
    await bench.host((_, kit) => kit.open('plan.md').then(() => null))
    await diagnosticsOf(bench, 'plan.md', 6)
  })

  await step('in a workspace that is on no disk the extension stays out, as its manifest says', async () => {
    await bench.goto('e2e-memory:/plans')
    const found = await bench.host(async (vscode, kit) => {
      await kit.open('plan.md')
      await kit.sleep(2000)
      return {
        folders: vscode.workspace.workspaceFolders.map((each) => each.uri.toString()),
        text: vscode.window.activeTextEditor.document.getText().length,
        extension: vscode.extensions.getExtension('anchorline.anchorline')?.isActive ?? 'disabled',
        commands: (await vscode.commands.getCommands(true)).filter((each) => each.startsWith('anchorline.')),
      }
    })
    assert.deepEqual(found.folders, ['e2e-memory:/plans'])
    assert.ok(found.text > 100)
    assert.equal(found.extension, 'disabled')
    assert.deepEqual(found.commands, [])
    assert.equal(await bench.page.locator('.notification-list-item').count(), 0)
    await bench.command('workbench.extensions.action.showInstalledExtensions').catch(() => undefined)
    await bench.command('workbench.extensions.search', '@installed anchorline')
    const row = bench.page.locator('.extension-list-item', { hasText: 'Anchorline' }).first()
    await row.waitFor({ timeout: 15_000 })
    await bench.page.screenshot({ path: path.join(root, 'virtual.png') })
    return (await row.innerText()).replaceAll('\n', ' ').slice(0, 200)
  })
}

await bench.close()
for (const name of ['.', 'docs']) await chmod(path.join(locked, name), 0o755)
