// A machine without the server: no Python, one that is too old, an environment whose Python is gone.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import * as path from 'node:path'
import { installed } from './endpoint.mjs'
import { answerNotification, isSaid, logOf, looksAt, notification, root, statusIs, step, withServer, workspace } from './steps.mjs'
import { Workbench } from './workbench.mjs'

// All programs of this machine but Python.
const programs = path.join(root, 'programs')
await mkdir(programs)
for (const name of readdirSync('/usr/bin')) if (!/^(python|pip|anchorline)/.test(name)) await symlink(`/usr/bin/${name}`, path.join(programs, name))
const bench = await Workbench.open({
  ...installed, root: path.join(root, 'bare'), folder: await workspace('bare-plans'), path: programs, only: true, env: {},
})
looksAt(bench)

const interpreter = (file) =>
  bench.host((vscode, _, file) => vscode.workspace.getConfiguration('anchorline').update('interpreter', file, true).then(() => null), file)

await step('without any Python it says what is missing', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await answerNotification(bench, 'Shall it be installed', 'Install')
  const said = await isSaid(bench, 'No Python was found')
  await statusIs(bench, /Anchorline: no server/)
  return said
})

await step('the panel, the menu and a command that needs the server offer to install it', async () => {
  await bench.command('anchorline.review')
  const said = await notification(bench, 'is not installed')
  await said.locator('.monaco-button', { hasText: 'Install the Server' }).waitFor({ timeout: 10_000 })
  await bench.command('notifications.clearAll')
  await bench.command('anchorline.findings.focus')
  const panel = bench.page.locator('.welcome-view-content', { hasText: 'is not installed' })
  await panel.waitFor({ timeout: 10_000 })
  await panel.locator('..').locator('.monaco-button', { hasText: 'Install the Server' }).first().waitFor({ timeout: 5_000 })
  assert.doesNotMatch(await panel.innerText(), /No findings/)
  void bench.command('anchorline.menu')
  await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Install the Server' }).waitFor({ timeout: 10_000 })
  await bench.page.keyboard.press('Escape')
})

const old = path.join(root, 'old-python')
await writeFile(old, '#!/bin/sh\necho python 3.9.2\n')
await chmod(old, 0o755)

await step('a Python that is too old is named, on PATH and in the setting', async () => {
  await symlink(old, path.join(programs, 'python3'))
  const asked = bench.command('anchorline.install')
  const onPath = await isSaid(bench, 'The only Python found is 3.9.2')
  await asked
  await interpreter(old)
  const inSetting = await isSaid(bench, 'is Python 3.9.2; Anchorline needs 3.11 or newer')
  assert.doesNotMatch(inSetting, /Traceback/)
  return onPath
})

await step('an environment whose Python is gone is named, and a program that is no program is given up', async () => {
  const broken = path.join(root, 'broken-venv/bin')
  await mkdir(broken, { recursive: true })
  await symlink(path.join(root, 'no-such-python'), path.join(broken, 'python'))
  await interpreter(path.join(broken, 'python'))
  const said = await isSaid(bench, /cannot be run \(there is no such file\)/)
  await interpreter(null) // which counts as not set
  await isSaid(bench, 'Shall it be installed')
  await withServer(bench, '#!/no/such/python\n')
  await statusIs(bench, /not running/, 60_000)
  await isSaid(bench, 'is not started again')
  assert.match(logOf(bench), /ENOENT/)
  return said
})

await bench.close()
