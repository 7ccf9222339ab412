// What the parts of the suite share: what was asked for, one way to run a step, and words for what a step looks at.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import * as os from 'node:os'
import * as path from 'node:path'
import { extension, node, repository } from './places.mjs'
import { until } from './workbench.mjs'

export const [vsix, python] = process.argv.slice(2).map((each) => path.resolve(each))
export const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : ''
export const here = path.join(extension, 'e2e')
export const pictures = process.argv.includes('--pictures')
export const quick = process.argv.includes('--quick')
const parts = process.argv.includes('--part') ? process.argv[process.argv.indexOf('--part') + 1].split(',') : []
/** Whether this part of the suite is to run. */
export const isAsked = (part) => parts.length === 0 || parts.includes(part)
export const root = await mkdtemp(path.join(os.tmpdir(), 'anchorline-e2e-'))
export const KEY = `sk-ant-e2e-${'0123456789'.repeat(3)}`
export const results = []
export const figures = {}

/** One test. What it returns is said beside its name. */
export async function step(name, run) {
  if (only !== '' && !new RegExp(only).test(name)) return
  const begun = performance.now()
  try {
    const note = await run()
    results.push({ name, ok: true, note })
    console.log(`ok    ${name}${note ? ` (${note})` : ''} ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  } catch (error) {
    results.push({ name, ok: false })
    console.log(`FAIL  ${name}\n      ${String(error?.stack ?? error).replaceAll('\n', '\n      ')}`)
    await current?.page.screenshot({ path: path.join(root, `fail-${results.length}.png`) }).catch(() => undefined)
  }
}

let current

/** The workbench that a picture of a failure is taken of, and that is closed when the run is ended. */
export const looksAt = (bench) => (current = bench)

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => void Promise.resolve(current?.close()).finally(() => process.exit(1)))
}

/** A folder with the example plan, once with each kind of line end. */
export async function workspace(name) {
  const folder = path.join(root, name)
  await mkdir(path.join(folder, 'docs'), { recursive: true })
  const plan = await readFile(path.join(repository, 'examples/plan.md'), 'utf8')
  await writeFile(path.join(folder, 'plan.md'), plan)
  await writeFile(path.join(folder, 'windows.md'), plan.replaceAll('\n', '\r\n'))
  return folder
}

/** One of the small extensions here as a package. */
export function packed(name) {
  const file = path.join(root, `${name}.vsix`)
  const vsce = path.join(extension, 'node_modules/@vscode/vsce/vsce')
  execFileSync(node, [vsce, 'package', '--no-dependencies', '--skip-license', '--allow-missing-repository', '-o', file], {
    cwd: path.join(here, name), stdio: 'ignore',
  })
  return file
}

export const diagnosticsOf = (bench, name, count) =>
  bench.host(async (vscode, kit, name, count) => {
    const uri = kit.uri(name)
    await kit.until(() => (count === null ? kit.diagnostics(uri).length > 0 : kit.diagnostics(uri).length === count), `diagnostics of ${name}`)
    return kit.diagnostics(uri).map(kit.plain)
  }, name, count ?? null)

export const shot = async (bench, file) => {
  if (pictures) await bench.page.screenshot({ path: file })
}
export const picture = (name) => path.join(repository, 'docs/images', name)
export const media = (name) => path.join(extension, 'media', name)

export const statusText = (bench) => bench.page.locator('.statusbar-item[id="anchorline.anchorline.anchorline.status"]').innerText({ timeout: 1000 }).catch(() => '')
export const statusIs = (bench, pattern, ms) => until(async () => pattern.test(await statusText(bench)), `the status bar says ${pattern}`, ms)

/**
 * A notification that holds these words, where the bell lists them all. The workbench pops up no more than three within
 * 800 ms, and takes those away after a while: a test is quick enough to miss one.
 */
export async function notification(bench, words) {
  await bench.command('notifications.showList')
  const listed = bench.page.locator('.notifications-center .notification-list-item', { hasText: words }).first()
  await listed.waitFor({ timeout: 30_000 })
  return listed
}

/** The words of such a notification; all of them are cleared. */
export async function isSaid(bench, words) {
  const text = await (await notification(bench, words)).innerText()
  await bench.command('notifications.clearAll')
  return text.split('\n').toSorted((a, b) => b.length - a.length)[0]
}

/** Click a button of a notification that holds these words. */
export async function answerNotification(bench, words, button) {
  const listed = await notification(bench, words)
  await listed.hover()
  await listed.locator('.monaco-button', { hasText: button }).first().click()
  await bench.command('notifications.hideList')
}

export const logOf = (bench) => {
  const files = execFileSync('find', [path.join(bench.root, 'user-data/logs'), '-name', 'Anchorline.log']).toString().trim().split('\n')
  return files.map((file) => readFileSync(file, 'utf8')).join('\n')
}

/** The server's process, by its own word. */
export const serverPid = (bench) =>
  bench.host(async (vscode, kit) => {
    const before = vscode.window.activeTextEditor?.document
    await vscode.commands.executeCommand('anchorline.debugInformation')
    const shown = vscode.window.activeTextEditor.document
    const pid = Number(/pid (\d+)/.exec(shown.getText())?.[1])
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    if (before) await vscode.window.showTextDocument(before)
    return pid
  })

// --- processor time

const TICKS = Number(execFileSync('getconf', ['CLK_TCK']))
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

export const withServer = async (bench, script) => {
  const file = path.join(root, `server-${Math.random().toString(36).slice(2)}`)
  await writeFile(file, script)
  await chmod(file, 0o755)
  await bench.host((vscode, _, file) => vscode.workspace.getConfiguration('anchorline').update('path', file, true).then(() => null), file)
}
export const withoutServer = (bench) =>
  bench.host((vscode) => vscode.workspace.getConfiguration('anchorline').update('path', undefined, true).then(() => null))
