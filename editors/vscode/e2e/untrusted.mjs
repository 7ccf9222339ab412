// A folder that nobody trusts, and then somebody does.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import * as path from 'node:path'
import { installed } from './endpoint.mjs'
import { diagnosticsOf, logOf, looksAt, notification, packed, python, root, step, workspace } from './steps.mjs'
import { until, Workbench } from './workbench.mjs'

const foreign = await workspace('foreign')
await mkdir(path.join(foreign, '.vscode'))
const trap = path.join(root, 'trap')
await writeFile(trap, `#!/bin/sh\ntouch ${root}/trapped\n`)
await chmod(trap, 0o755)
await writeFile(path.join(foreign, '.vscode/settings.json'), JSON.stringify({
  'anchorline.baseUrl': 'http://127.0.0.1:9', 'anchorline.provider': 'anthropic', 'anchorline.path': trap, 'anchorline.budget.usdPerDay': 1000,
  'anchorline.checks.disable': ['weekday-mismatch'],
}))
await writeFile(path.join(foreign, '.anchorline.toml'), 'provider = "anthropic"\nbase_url = "http://127.0.0.1:9"\n')
const untrusted = await Workbench.open({
  ...installed,
  root: path.join(root, 'untrusted'), folder: foreign, trust: 'on',
  settings: { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' },
  vsix: [...installed.vsix, packed('python-envs')], env: { ...installed.env, E2E_PYTHON: python },
})
looksAt(untrusted)

await step('in a folder that is not trusted, documents are reviewed and its endpoint is not believed', async () => {
  const trusted = await untrusted.host((vscode) => vscode.workspace.isTrusted)
  assert.equal(trusted, false)
  await untrusted.host((_, kit) => kit.open('plan.md').then(() => null))
  await diagnosticsOf(untrusted, 'plan.md')
  const seen = await untrusted.host((vscode) => {
    const settings = vscode.workspace.getConfiguration('anchorline')
    return ['baseUrl', 'provider', 'path', 'budget.usdPerDay'].map((key) => settings.get(key))
  })
  assert.deepEqual(seen, ['', 'auto', '', 2])
  assert.equal(existsSync(path.join(root, 'trapped')), false)
  await notification(untrusted, /base_url|provider/)
  assert.doesNotMatch(logOf(untrusted), /starting \(project\)/)
  return 'and a warning says so'
})

await step('in a trusted one, neither: where text goes is not for a folder to say', async () => {
  await untrusted.command('workbench.trust.manage')
  const trust = untrusted.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).first()
  await trust.waitFor({ timeout: 15_000 })
  await trust.click()
  await untrusted.host(async (vscode, kit) => {
    await kit.until(() => vscode.workspace.isTrusted, 'trust')
    const settings = vscode.workspace.getConfiguration('anchorline')
    const seen = ['baseUrl', 'path', 'budget.usdPerDay'].map((key) => settings.get(key))
    if (JSON.stringify(seen) !== JSON.stringify(['', '', 2])) throw new Error(JSON.stringify(seen))
    await kit.open('plan.md')
    return null
  })
  await diagnosticsOf(untrusted, 'plan.md')
  assert.equal(existsSync(path.join(root, 'trapped')), false)
})

await step('once it is trusted, the Python environment of the project comes first', async () => {
  await until(() => /starting \(project\): \S+ -m anchorline server/.test(logOf(untrusted)), 'the log names it')
  await diagnosticsOf(untrusted, 'plan.md')
})

await untrusted.close()
