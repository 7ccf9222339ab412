// What the extension costs, apart from what the workbench costs by itself: two workbenches, one without the extension.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import * as os from 'node:os'
import * as path from 'node:path'
import { installed } from './endpoint.mjs'
import { node } from './places.mjs'
import { cpuSeconds, figures, here, looksAt, python, root, serverPid, statusIs, step, workspace } from './steps.mjs'
import { Workbench } from './workbench.mjs'

const SECONDS = 60
const load = () => os.loadavg()[0].toFixed(1)
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

// The server behind a door that notes when a hover goes in and its answer comes out.
const door = path.join(root, 'door')
const noted = path.join(root, 'hovers.jsonl')
await writeFile(door, `#!/bin/sh\nexec ${node} ${path.join(here, 'door.mjs')} ${noted} ${python} -m anchorline server\n`)
await chmod(door, 0o755)

const bench = await Workbench.open({ ...installed, root: path.join(root, 'with'), folder: await workspace('with-plans') })
looksAt(bench)
bench.patience = 240_000
const plain = await Workbench.open({ ...installed, vsix: [installed.vsix[1]], root: path.join(root, 'without'), folder: await workspace('without-plans') })
plain.patience = 240_000

for (const each of [bench, plain]) await each.host((_, kit) => kit.open('plan.md').then(() => null))
await statusIs(bench, /finding/)
await bench.host(async (vscode, _, door) => {
  await vscode.workspace.getConfiguration('anchorline').update('maxActionable', 1000, true)
  await vscode.workspace.getConfiguration('anchorline').update('path', door, true)
  return null
}, door)
await statusIs(bench, /starting/)
await statusIs(bench, /finding/)

await step(`idle for ${SECONDS} s: what the extension adds to its host`, async () => {
  const server = await serverPid(bench)
  await sleep(15_000) // what a start leaves behind
  const pids = [server, bench.line.hostPid, plain.line.hostPid]
  const before = pids.map(cpuSeconds)
  const atLoad = load()
  await sleep(SECONDS * 1000)
  const [ofServer, ofHost, ofPlain] = pids.map((pid, at) => (100 * (cpuSeconds(pid) - before[at])) / SECONDS)
  // The same again, sampled: what ran under a function of ours.
  const sampled = await bench.host(async (vscode, kit, seconds) => {
    const { Session } = process.getBuiltinModule('node:inspector/promises')
    const session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    await kit.sleep(seconds * 1000)
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    const parents = new Map(profile.nodes.flatMap((each) => (each.children ?? []).map((child) => [child, each.id])))
    const nodes = new Map(profile.nodes.map((each) => [each.id, each]))
    const isOurs = (id) => id !== undefined && (/anchorline\.anchorline-/.test(nodes.get(id).callFrame.url) || isOurs(parents.get(id)))
    const times = { ours: 0, busy: 0 }
    for (const [at, id] of profile.samples.entries()) {
      if (['(idle)', '(root)'].includes(nodes.get(id).callFrame.functionName)) continue
      times.busy += profile.timeDeltas[at]
      if (isOurs(id)) times.ours += profile.timeDeltas[at]
    }
    return { ours: times.ours / 1e4 / seconds, busy: times.busy / 1e4 / seconds }
  }, SECONDS)
  figures[`idle for ${SECONDS} s, processor time`] = `server ${ofServer.toFixed(2)} %; extension host ${ofHost.toFixed(2)} % with the extension, ` +
    `${ofPlain.toFixed(2)} % without; sampled: functions of the extension ${sampled.ours.toFixed(3)} % of ${sampled.busy.toFixed(2)} % (load ${atLoad})`
  assert.ok(ofServer <= 0.5, `the server: ${ofServer} %`)
  assert.ok(ofServer + sampled.ours <= 0.5, `server and extension: ${ofServer + sampled.ours} %`)
})

function longText() {
  const lines = ['# Plan', '', '## Steps', '']
  const filler = 'It is written down in full, with every word that it takes to fill a line of a page. '.repeat(43)
  for (let at = 0; at < 55; at++) {
    const day = new Date(Date.UTC(2026, 0, 1 + at))
    const wrong = day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }) === 'Monday' ? 'Tuesday' : 'Monday'
    lines.push(`On ${wrong}, ${day.getUTCDate()} ${day.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' })} 2026 it goes on, see [there](there-${at}.md). ${filler}`, '')
  }
  return `---\ntype: plan\n---\n${lines.join('\n')}`
}

/** Types 200 characters; a hover after each fifth. Milliseconds since the epoch of each question and its answer. */
async function typing(vscode, kit, isOurs) {
  const document = await kit.open('long.md')
  if (isOurs) await kit.until(() => kit.diagnostics(document.uri).length >= 100, '100 findings', 60_000)
  await kit.sleep(3000)
  const now = () => performance.timeOrigin + performance.now()
  // A provider that answers at once: what the workbench itself takes.
  const trivial = isOurs ? undefined : vscode.languages.registerHoverProvider({ language: 'markdown' }, { provideHover: () => new vscode.Hover('x') })
  const at = new vscode.Position(4, 0)
  vscode.window.activeTextEditor.selection = new vscode.Selection(at, at)
  const hovers = []
  for (let typed = 0; typed < 200; typed++) {
    await vscode.commands.executeCommand('type', { text: 'word '[typed % 5] })
    if (typed % 5 !== 4) continue
    const target = isOurs ? kit.diagnostics(document.uri)[3].range.start : new vscode.Position(8, 3)
    const asked = now()
    const found = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, target)
    hovers.push({ asked, answered: now(), count: found.length })
  }
  trivial?.dispose()
  await vscode.commands.executeCommand('workbench.action.files.revert')
  return hovers
}

const sorted = (all) => all.toSorted((a, b) => a - b)
const said = (all) => `median ${sorted(all)[Math.floor(all.length / 2)].toFixed(1)} ms, worst ${sorted(all).at(-1).toFixed(1)} ms`

await step('hovers while 200 characters are typed: whose time it is', async () => {
  for (const each of [bench, plain]) {
    await writeFile(path.join(each.folder, 'long.md'), longText())
  }
  const atLoad = load()
  const theirs = await plain.host(typing, false)
  const ours = await bench.host(typing, true)
  assert.ok(ours.every((each) => each.count > 0) && theirs.every((each) => each.count > 0), 'a hover without an answer')
  assert.ok(existsSync(noted))
  const inside = readFileSync(noted, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
  const parts = ours.map(({ asked, answered }) => {
    const [first] = inside.filter((each) => each.in >= asked - 1 && each.out <= answered + 1)
    return { whole: answered - asked, server: first.out - first.in, rest: answered - asked - (first.out - first.in) }
  })
  figures['hover while typing, through the workbench'] = `${said(parts.map((each) => each.whole))} (40 hovers, load ${atLoad})`
  figures['of that, in the server'] = said(parts.map((each) => each.server))
  figures['of that, in the workbench and the client'] = said(parts.map((each) => each.rest))
  figures['the same typing without the extension, a provider that answers at once'] = said(theirs.map((each) => each.answered - each.asked))
})

await plain.close()
await bench.close()
