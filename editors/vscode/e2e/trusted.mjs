// A folder that is trusted: what a person does all day, and what it costs.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import * as path from 'node:path'
import { promisify } from 'node:util'
import { empty, endpoint, finding, installed, reply } from './endpoint.mjs'
import { node, repository } from './places.mjs'
import {
  answerNotification, cpuSeconds, diagnosticsOf, figures, here, isSaid, KEY, logOf, looksAt, media,
  notification, picture, pictures, python, quick, root, serverPid, shot, statusIs, statusText, step, withoutServer, withServer, workspace,
} from './steps.mjs'
import { until, Workbench } from './workbench.mjs'

/** What the command line finds in a file: the same checks, by the same program. */
async function expected(folder, name) {
  const { stdout } = await promisify(execFile)(
    python, ['-m', 'anchorline', 'review', '--offline', '--format', 'json', '--fail-on', 'none', name],
    { cwd: folder, env: { ...process.env, PYTHONPATH: path.join(repository, 'server') } },
  )
  const findings = JSON.parse(stdout).reviews[0].findings
  return findings.map(({ rule, range: { start, end } }) => `${rule} ${[start.line, start.character, end.line, end.character]}`).sort()
}

const placed = (diagnostics, down = 0) =>
  diagnostics.map(({ rule, range: [a, b, c, d] }) => `${rule} ${[a - down, b, c - down, d]}`).sort()

const folder = await workspace('plans')
const bench = await Workbench.open({ root: path.join(root, 'trusted'), folder, ...installed })
looksAt(bench)
console.log(`VS Code ${bench.line.version} (code-server), extension host ${bench.line.hostPid}`)

await step('activation takes no time', async () => {
  const result = await bench.host(async (vscode) => {
    const { readFileSync } = process.getBuiltinModule('node:fs')
    // Time that the thread of the extension host ran, whatever else the machine does: nanoseconds.
    const ran = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    const extension = vscode.extensions.getExtension('anchorline.anchorline')
    const wasActive = extension.isActive
    const [before, begun] = [ran(), performance.now()]
    await extension.activate()
    return { wasActive, cpu: ran() - before, wall: performance.now() - begun }
  })
  assert.equal(result.wasActive, false, 'active before a document was open')
  figures['activation, until the server is started'] = `${result.cpu.toFixed(0)} ms of extension-host time (${result.wall.toFixed(0)} ms by the clock)`
  assert.ok(result.cpu <= 50, `${result.cpu} ms`)
})

await step('installed from its package, it shows what the command line finds, where it finds it', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  const want = await expected(folder, 'plan.md')
  const found = await diagnosticsOf(bench, 'plan.md', want.length)
  assert.deepEqual(placed(found), want)
  assert.ok(found.every((each) => /docs\/checks\//.test(each.page)), 'a check without its page')
  assert.ok(found.some((each) => each.related > 0), 'no related places')
  await statusIs(bench, /5 findings, 2 hints/)
  return `${want.length} findings; status “${(await statusText(bench)).trim()}”`
})

await step('an edit above moves them', async () => {
  const want = await expected(folder, 'plan.md')
  const found = await bench.host(async (vscode, kit) => {
    const document = vscode.window.activeTextEditor.document
    const lowest = () => Math.max(...kit.diagnostics(document.uri).map((each) => each.range.start.line))
    const before = lowest()
    await vscode.window.activeTextEditor.edit((edit) => edit.insert(new vscode.Position(8, 0), 'One line.\n\nAnother.\n\n'))
    await kit.until(() => lowest() === before + 4, 'they moved')
    return kit.diagnostics(document.uri).map(kit.plain)
  })
  assert.deepEqual(placed(found, 4), want)
  await bench.command('workbench.action.files.revert')
})

await step('a quick fix changes the text and keeps CRLF; undo takes it back', async () => {
  const result = await bench.host(async (vscode, kit) => {
    const document = await kit.open('windows.md')
    const count = () => kit.diagnostics(document.uri).find((each) => each.code?.value === 'count-mismatch' || each.code === 'count-mismatch')
    const target = await kit.until(count, 'the count is found')
    const before = document.getText()
    const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, target.range)
    const fix = actions.find((action) => action.edit && action.kind?.value === 'quickfix')
    await vscode.workspace.applyEdit(fix.edit)
    const after = document.getText()
    await kit.until(() => !count(), 'the finding goes')
    await vscode.commands.executeCommand('undo')
    await kit.until(() => document.getText() === before, 'undo')
    await kit.until(count, 'the finding comes back')
    const defer = actions.find((action) => action.title === 'Defer to Open Questions').command
    await vscode.commands.executeCommand(defer.command, ...defer.arguments)
    await kit.until(() => document.getText().includes('Deferred / Open Questions\r\n'), 'the section of open questions')
    await kit.until(() => !count(), 'what is deferred goes')
    await vscode.commands.executeCommand('undo')
    await document.save()
    return { titles: actions.map((action) => action.title), before, after, preferred: fix.isPreferred === true }
  })
  assert.match(result.before, /cut into four implementation units/)
  assert.match(result.after, /cut into three implementation units/)
  assert.equal(result.after.replaceAll('\r\n', '').includes('\n'), false, 'a bare line feed')
  assert.ok(result.titles.includes('Dismiss') && result.titles.includes('Defer to Open Questions'))
  return result.titles.slice(0, 2).join(', ')
})

await step('the findings panel lists them by route, and its inline actions work', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await bench.command('anchorline.findings.focus')
  const rows = bench.page.locator('.pane-body .monaco-list-row')
  await until(async () => (await rows.count()) >= 7, 'rows of the panel')
  const words = (await rows.allInnerTexts()).map((each) => each.replaceAll('\n', ' '))
  assert.ok(words.some((each) => each.startsWith('Decisions')), words.join('; '))
  assert.ok(words.some((each) => /Safe fixes|Proposed fixes/.test(each)), words.join('; '))
  let severities = []
  for (const each of words) {
    const [severity] = /(P[0-3]) · /.exec(each)?.slice(1) ?? []
    severities = severity === undefined ? [] : [...severities, severity] // a group's own row begins anew
    assert.deepEqual(severities, severities.toSorted(), words.join('; '))
  }
  const row = rows.filter({ hasText: 'weekday' }).or(rows.filter({ hasText: 'Tuesday' })).first()
  const dismiss = async () => {
    await row.hover()
    await row.locator('.action-label[aria-label^="Dismiss"]').click()
    await diagnosticsOf(bench, 'plan.md', 6)
    await until(async () => (await rows.allInnerTexts()).some((each) => each.startsWith('Dismissed')), 'a group of dismissed findings')
  }
  await dismiss()
  await rows.filter({ hasText: 'Dismissed' }).first().click()
  const hidden = rows.last()
  await until(async () => /Tuesday|weekday/i.test(await hidden.innerText()), 'the row of what was dismissed')
  await hidden.hover()
  await hidden.locator('.action-label[aria-label^="Show This Finding Again"]').click()
  await diagnosticsOf(bench, 'plan.md', 7)
  await until(async () => !(await rows.allInnerTexts()).some((each) => each.startsWith('Dismissed')), 'nothing is dismissed any more')
  await dismiss()
  const fixable = rows.filter({ hasText: 'four units' }).or(rows.filter({ hasText: 'three' })).first()
  await fixable.hover()
  await fixable.locator('.action-label[aria-label^="Apply"]').click()
  await bench.host(async (vscode, kit) => {
    const document = await vscode.workspace.openTextDocument(kit.uri('plan.md'))
    await kit.until(() => document.getText().includes('cut into three'), 'the fix')
    await vscode.window.showTextDocument(document)
    await vscode.commands.executeCommand('undo')
    return null
  })
  return words.filter((each) => /^[A-Z][A-Za-z ]+ \d+$/.test(each)).join(', ')
})

await step('what was dismissed stays dismissed after the window was reloaded', async () => {
  await bench.host(async (vscode, kit) => (await vscode.workspace.saveAll(false), null))
  await bench.reload()
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  const found = await diagnosticsOf(bench, 'plan.md')
  await bench.host((_, kit) => kit.sleep(500))
  assert.ok(!found.some((each) => each.rule === 'weekday-mismatch'), 'the dismissed finding is shown again')
  await bench.command('anchorline.findings.focus')
  const rows = bench.page.locator('.pane-body .monaco-list-row')
  await until(async () => (await rows.allInnerTexts()).some((each) => each.startsWith('Dismissed')), 'the panel still knows it')
})

await step('what was dismissed before that is shown again by its row', async () => {
  await bench.command('anchorline.findings.focus')
  const rows = bench.page.locator('.pane-body .monaco-list-row')
  const group = rows.filter({ hasText: /^Dismissed/ }).first()
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  const hidden = rows.last()
  const show = hidden.locator('.action-label[aria-label^="Show This Finding Again"]')
  await until(async () => (await show.count()) === 1, 'the action of the row')
  await hidden.hover()
  await show.click()
  await bench.host(async (vscode, kit) => {
    const found = () => kit.diagnostics(kit.uri('plan.md')).some((each) => each.code?.value === 'weekday-mismatch')
    await kit.until(found, 'the finding is shown again')
    return null
  })
})

await step('a key is set without a trace; the server is started with it', async () => {
  const done = bench.command('anchorline.setKey')
  const box = bench.page.locator('.quick-input-widget input')
  await box.waitFor()
  await box.fill(KEY)
  assert.equal(await box.getAttribute('type'), 'password')
  await bench.page.keyboard.press('Enter')
  await done
  await isSaid(bench, 'The API key is set')
  await statusIs(bench, /finding/)
})

await step('a save asks once where the text may go; then models review, and progress shows', async () => {
  const quote = 'A third of the calls to support ask where an invoice is.'
  await endpoint.script({
    coherence: { say: reply(finding('No invoice is sent twice, even if a worker is restarted.', {
      title: 'No unit says how a second sending is prevented', section: 'Requirements', confidence: 75,
      why_it_matters: '![x](http://127.0.0.1:9/x.png) <img src=x> [run](command:workbench.action.quit) Look at <b>this</b>.',
    })), delay: 1 },
    feasibility: { say: reply(finding(quote, { title: 'The share of calls has no source', severity: 'P3', confidence: 50 })), delay: 2 },
    '*': { ...empty, delay: 0.4 },
  })
  await bench.host(async (vscode, kit) => {
    const document = await kit.open('plan.md')
    await vscode.window.activeTextEditor.edit((edit) => edit.insert(new vscode.Position(11, 0), '\nIt is sent once.\n'))
    await document.save()
    return null
  })
  const question = bench.page.locator('.notification-list-item', { hasText: 'Let Anchorline have' }).first()
  await question.waitFor({ timeout: 30_000 })
  await question.hover()
  assert.equal(endpoint.seen().length, 0, 'text was sent before the person agreed')
  await answerNotification(bench, 'Let Anchorline have', 'Always')
  await statusIs(bench, /reviewing \d of \d/)
  const during = (await statusText(bench)).trim()
  await shot(bench, picture('vscode-reviewing.png'))
  await statusIs(bench, /finding/, 40_000)
  assert.ok(endpoint.seen().length > 0)
  assert.ok(endpoint.seen().every((each) => each.key === KEY), `another key: ${[...new Set(endpoint.seen().map((each) => each.key))]}`)
  await bench.host(async (vscode, kit) => {
    await kit.until(() => kit.diagnostics(kit.uri('plan.md')).some((each) => /second sending/.test(each.message)), 'the finding of a model')
    return null
  })
  return `“${during}”, then “${(await statusText(bench)).trim()}”, ${endpoint.seen().length} calls`
})

await step('the hover of a finding shows text of a model as text', async () => {
  const hovers = await bench.host(async (vscode, kit) => {
    const document = await kit.open('plan.md')
    const target = kit.diagnostics(document.uri).find((each) => /second sending/.test(each.message))
    vscode.window.activeTextEditor.selection = new vscode.Selection(target.range.start, target.range.start)
    vscode.window.activeTextEditor.revealRange(target.range, vscode.TextEditorRevealType.InCenter)
    const found = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, target.range.start)
    await vscode.commands.executeCommand('editor.action.showHover')
    return found.flatMap((each) => each.contents.map((part) => ({ value: part.value, trusted: part.isTrusted, html: part.supportHtml })))
  })
  const ours = hovers.find((each) => each.value.includes('second sending'))
  assert.ok(ours, 'no hover')
  assert.ok(ours.trusted !== true && ours.html !== true)
  const widget = bench.page.locator('.monaco-hover:visible').first()
  await widget.waitFor()
  await until(async () => (await widget.innerText()).includes('Look at <b>this</b>'), 'the text as it was written')
  assert.equal(await widget.locator('.hover-row-contents img, .rendered-markdown img').count(), 0, 'an image')
  const links = await widget.locator('a').evaluateAll((all) => all.map((each) => `${each.getAttribute('data-href') ?? ''} ${each.getAttribute('href') ?? ''}`))
  assert.ok(!links.some((each) => /command:|9\/x\.png/.test(each)), links.join(', '))
  await bench.page.keyboard.press('Escape')
})

await step('the report opens in the preview', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await bench.command('anchorline.showReport')
  const tabs = await bench.host(async (vscode, kit) => {
    const previews = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => /markdown\.preview/.test(tab.input?.viewType ?? ''))
    await kit.until(() => previews().length === 1, 'a preview')
    return previews().map((tab) => tab.label)
  })
  assert.match(tabs[0], /report/i)
  if (pictures) {
    await new Promise((resolve) => setTimeout(resolve, 2500))
    await shot(bench, picture('vscode-report.png'))
  }
  await bench.command('workbench.action.closeEditorsInOtherGroups')
  await bench.host(async (vscode, kit) => {
    for (const tab of vscode.window.tabGroups.all.flatMap((group) => group.tabs)) if (tab.input?.viewType) await vscode.window.tabGroups.close(tab)
    return null
  })
  return tabs[0]
})

await step('the menu of the status bar offers what there is to do', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await bench.page.locator('.statusbar-item[id="anchorline.anchorline.anchorline.status"] a').first().click()
  const rows = bench.page.locator('.quick-input-list .monaco-list-row')
  await until(async () => (await rows.count()) >= 8, 'the menu')
  const words = (await rows.allInnerTexts()).map((each) => each.split('\n')[0])
  if (pictures) await new Promise((resolve) => setTimeout(resolve, 600))
  await shot(bench, picture('vscode-menu.png'))
  await bench.page.keyboard.press('Escape')
  const wanted = [
    'Review This Document', 'Review Thoroughly', 'Pause for This Document', 'Show the Report', 'Set the API Key…',
    'Choose a Model of the Editor…', 'Ask Again Whether Models May Read', 'Show What Models Cost', 'Open Settings', 'Show Log',
  ]
  for (const word of wanted) assert.ok(words.some((each) => each.includes(word)), `no ${word}: ${words.join(', ')}`)
  const key = (await rows.allInnerTexts()).find((each) => each.includes('Set the API Key'))
  assert.match(key, /a key is set/)
})

await step('without a document the menu offers what means something without one', async () => {
  await bench.command('workbench.action.closeAllEditors')
  const open = bench.command('anchorline.menu')
  const rows = bench.page.locator('.quick-input-list .monaco-list-row')
  let words = []
  await until(async () => {
    words = (await rows.allInnerTexts()).map((each) => each.split('\n')[0].trim())
    return words.length >= 4 && !words.some((each) => /Review This Document/.test(each)) // the rows of the last menu stay a while
  }, 'the menu')
  await bench.page.locator('.quick-input-widget input').press('Escape')
  await open
  assert.ok(!words.some((each) => /Review|Pause|Report|Ask Again/.test(each)), words.join(', '))
  assert.ok(words.some((each) => each.includes('Show What Models Cost')), words.join(', '))
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  return words.join(', ')
})

await step('“Review This Document” is the first that the palette finds by that name', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  void bench.command('workbench.action.showCommands').catch(() => undefined)
  const box = bench.page.locator('.quick-input-widget input')
  await box.waitFor()
  await box.fill('>Anchorline: Review This Document')
  const first = bench.page.locator('.quick-input-list .monaco-list-row').first()
  await until(async () => /Review This Document/.test(await first.innerText().catch(() => '')), 'the command')
  await box.fill('>Anchorline: Cancel')
  await new Promise((resolve) => setTimeout(resolve, 500))
  const cancelling = await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Cancel the Review' }).count()
  await box.press('Escape')
  assert.equal(cancelling, 0, 'cancelling is offered while nothing runs')
})

await step('debug information is a document that cannot be edited, and asks nobody to save it', async () => {
  const seen = await bench.host(async (vscode, kit) => {
    await vscode.commands.executeCommand('anchorline.debugInformation')
    const { document } = vscode.window.activeTextEditor
    const text = document.getText()
    await vscode.commands.executeCommand('type', { text: 'x' })
    const [isDirty, changed, scheme] = [document.isDirty, document.getText() !== text, document.uri.scheme]
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor')
    await kit.open('plan.md')
    return { isDirty, changed, scheme, text }
  })
  assert.match(seen.text, /pid \d+/)
  assert.deepEqual([seen.isDirty, seen.changed, seen.scheme], [false, false, 'anchorline'])
})

await step('whoever answered is asked again when they wish', async () => {
  await bench.host(async (vscode, kit) => {
    await kit.open('plan.md')
    // Of a text that models have read there is nothing to send, and nothing to ask.
    await vscode.window.activeTextEditor.edit((edit) => edit.insert(new vscode.Position(11, 0), '\nIt is sent by hand.\n'))
    return null
  })
  await bench.command('notifications.clearAll')
  void bench.command('anchorline.askAgain').catch(() => undefined)
  await answerNotification(bench, 'Let Anchorline have', 'Always')
  await statusIs(bench, /finding/, 40_000)
})

await step('a pause says how it ends, and ends', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await bench.command('anchorline.pause')
  await statusIs(bench, /paused/)
  const label = bench.page.locator('.statusbar-item[id="anchorline.anchorline.anchorline.status"] a').first()
  await label.hover()
  const tip = bench.page.locator('.monaco-hover:visible', { hasText: 'Resume for This Document' }).first()
  await tip.waitFor({ timeout: 10_000 })
  await bench.page.mouse.move(640, 15)
  await bench.command('anchorline.resume')
  await statusIs(bench, /finding/)
  await bench.command('anchorline.resume') // of what is not paused: nothing
  await bench.host((_, kit) => kit.sleep(500).then(() => null))
  assert.doesNotMatch(await statusText(bench), /paused/)
})

await step('a cancelled review closes its connections', async () => {
  await endpoint.script({ '*': { drip: true } })
  const before = endpoint.left().length
  await bench.host(async (vscode, kit) => {
    const document = await kit.open('plan.md')
    await vscode.window.activeTextEditor.edit((edit) => edit.insert(new vscode.Position(11, 0), '\nIt is never sent late.\n'))
    await document.save()
    return null
  })
  await statusIs(bench, /reviewing/, 30_000)
  await until(() => endpoint.seen().length > 0, 'a call')
  await bench.command('anchorline.cancel')
  await until(() => endpoint.left().length > before, 'the client leaves')
  await statusIs(bench, /finding/)
  await endpoint.script({ '*': empty })
})

await step('saves of nobody send nothing', async () => {
  const before = endpoint.seen().length
  await bench.host(async (vscode, kit) => {
    const document = await kit.open('plan.md')
    const files = vscode.workspace.getConfiguration('files')
    await files.update('autoSaveDelay', 100, true)
    await files.update('autoSave', 'afterDelay', true)
    for (let at = 0; at < 3; at++) {
      await vscode.window.activeTextEditor.edit((edit) => edit.insert(new vscode.Position(11, 0), `\nAuto ${at}.\n`))
      await kit.until(() => !document.isDirty, 'auto save')
      await kit.sleep(300)
    }
    await kit.sleep(2500) // longer than saves must be quiet before a review starts
    await files.update('autoSave', 'off', true)
    return null
  })
  assert.equal(endpoint.seen().length, before)
})

await step('a server that is killed is started again', async () => {
  const before = await serverPid(bench)
  process.kill(before, 'SIGKILL')
  await statusIs(bench, /restarting|starting/)
  await statusIs(bench, /finding|hint/, 30_000)
  const after = await serverPid(bench)
  assert.ok(after > 0 && after !== before)
  await diagnosticsOf(bench, 'plan.md')
})

async function chooseModel(bench, name) {
  const done = bench.command('anchorline.chooseModel')
  await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click()
  const allow = bench.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Allow' }).first()
  await Promise.race([done, allow.waitFor({ timeout: 8_000 }).then(() => allow.click(), () => undefined)])
  await done
}

await step('the model of the editor answers a server that asks, and only after it was chosen', async () => {
  const log = path.join(root, 'asked.json')
  await withServer(bench, `#!/bin/sh\nexec ${node} ${path.join(here, 'asking-server.mjs')} ${log}\n`)
  const answers = () => {
    try {
      return JSON.parse(readFileSync(log, 'utf8'))
    } catch {
      return [] // not there yet, or half written
    }
  }
  await until(() => answers().some((each) => each.id === 'ask'), 'the first answer')
  assert.equal(answers()[0].offered, false, 'a model is offered that nobody chose')
  const refused = answers().find((each) => each.id === 'ask')
  assert.deepEqual(refused.error.data, { kind: 'no_model', outcome: 'unauthorized' })
  assert.match(refused.error.message, /Choose a Model of the Editor/)
  await chooseModel(bench, 'Scripted')
  await until(() => ['ask', 'long', 'wrong'].every((id) => answers().some((each) => each.id === id)) && answers().some((each) => each.result), 'an answer', 30_000)
  const last = answers()
  assert.equal(last[0].offered, true)
  assert.deepEqual(last.find((each) => each.id === 'ask').result, { text: 'scripted answer', model: 'anchorline-e2e/scripted', stopReason: 'end_turn' })
  assert.equal(last.find((each) => each.id === 'long').error.data.kind, 'too_long')
  assert.equal(last.find((each) => each.id === 'wrong').error.code, -32602)
  await bench.host((_, kit) => ((kit.model.gate = true), (kit.model.asked = 0), null))
  await withServer(bench, `#!/bin/sh\nexec ${node} ${path.join(here, 'asking-server.mjs')} ${log} cancel\n`)
  await bench.host((_, kit) => kit.until(() => kit.model.asked > 0, 'the model is asked', 40_000).then(() => null))
  await writeFile(`${log}.cancel`, '')
  await until(() => answers().some((each) => each.id === 'cancelled'), 'the cancelled one', 30_000)
  assert.equal(answers().find((each) => each.id === 'cancelled').error.code, -32800)
  const seen = await bench.host(async (_, kit) => {
    kit.model.gate = undefined
    await kit.until(() => kit.model.cancelled, 'the model hears of it')
    return kit.model.seen.filter((each) => each.texts.length === 2)
  })
  assert.deepEqual(seen[0].texts, ['You review.', 'Reviewer: coherence'])
  return 'refused, answered, too long, wrong shape, cancelled'
})

await step('with the provider "editor" a save is reviewed by the model that was chosen', async () => {
  await withoutServer(bench)
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await statusIs(bench, /finding/, 40_000)
  await chooseModel(bench, 'Large')
  await bench.host((vscode, kit) => vscode.workspace.getConfiguration('anchorline').update('provider', 'editor', true).then(() => kit.sleep(2000)))
  await statusIs(bench, /finding/, 40_000)
  const answer = reply(finding('An e-mail that bounces is shown to support with the reason.', { title: 'Nobody says who acts on a bounce', section: 'Requirements' }))
  await bench.host(async (vscode, kit, answer) => {
    kit.model.answer = answer
    kit.model.seen.length = 0
    const document = await kit.open('plan.md')
    await vscode.window.activeTextEditor.edit((edit) => edit.insert(new vscode.Position(11, 0), '\nIt is sent to one address.\n'))
    await document.save()
    return null
  }, answer)
  const calls = await bench.host(async (vscode, kit) => {
    await kit.until(() => kit.diagnostics(kit.uri('plan.md')).some((each) => /acts on a bounce/.test(each.message)), 'the finding', 40_000)
    return kit.model.seen.length
  })
  await bench.host((vscode) => vscode.workspace.getConfiguration('anchorline').update('provider', undefined, true).then(() => null))
  return `${calls} calls`
})

await step('a server that keeps ending is given up, once, with a word', async () => {
  await withServer(bench, '#!/bin/sh\nexit 3\n')
  await statusIs(bench, /not running/, 60_000)
  await notification(bench, 'is not started again')
  assert.equal(await bench.page.locator('.notification-list-item', { hasText: 'is not started again' }).count(), 1)
  await shot(bench, path.join(root, 'given-up.png'))
})

await step('a setting that names nothing says so; without it the server comes back', async () => {
  await bench.host((vscode) => vscode.workspace.getConfiguration('anchorline').update('path', '/no/such/program', true).then(() => null))
  await notification(bench, 'is no file')
  await withoutServer(bench)
  await statusIs(bench, /finding|hint|checking|ready/, 30_000)
})

await step('the walkthrough opens, and its first step needs no key', async () => {
  await bench.command('notifications.clearAll')
  await bench.command('anchorline.openWalkthrough')
  await bench.page.locator('.getting-started-step, .getting-started .step-title').first().waitFor({ timeout: 15_000 })
  if (pictures) {
    await bench.command('workbench.action.closeSidebar')
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
  await shot(bench, picture('vscode-walkthrough.png'))
  await bench.command('anchorline.openExample')
  const found = await bench.host(async (vscode, kit) => {
    const document = await kit.until(() => vscode.workspace.textDocuments.find((each) => each.isUntitled && each.languageId === 'markdown'), 'the example')
    await kit.until(() => kit.diagnostics(document.uri).length >= 5, 'its findings')
    const count = kit.diagnostics(document.uri).length
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    return count
  })
  return `${found} findings in an untitled document`
})

await step('a file of 10 MB is not reviewed, and that is said; a file that cannot be written is', async () => {
  await writeFile(path.join(folder, 'large.md'), `${'Words and words in a line of text that goes on. \n'.repeat(210_000)}On Monday, 2 June 2026 it ends.\n`)
  await copyFile(path.join(repository, 'examples/plan.md'), path.join(folder, 'readonly.md'))
  await chmod(path.join(folder, 'readonly.md'), 0o444)
  await bench.host((_, kit) => kit.open('readonly.md').then(() => null))
  await diagnosticsOf(bench, 'readonly.md', 7)
  await bench.host((_, kit) => kit.open('large.md').then(() => null))
  await statusIs(bench, /review failed/, 60_000)
  const item = bench.page.locator('.statusbar-item[id="anchorline.anchorline.anchorline.status"] a').first()
  await item.click()
  const box = bench.page.locator('.quick-input-widget input')
  await box.waitFor()
  const said = await box.getAttribute('placeholder')
  await bench.page.keyboard.press('Escape')
  assert.match(said, /longer than 4,000,000 characters; split it/)
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await diagnosticsOf(bench, 'plan.md')
  const { size } = statSync(path.join(folder, 'large.md'))
  await rm(path.join(folder, 'large.md'))
  return `${(size / 1e6).toFixed(0)} MB: “${said}”`
})

await step('a diff shows the findings of the file, and no others', async () => {
  const result = await bench.host(async (vscode, kit) => {
    const [left, right] = [kit.uri('windows.md'), kit.uri('plan.md')]
    await vscode.commands.executeCommand('vscode.diff', left, right, 'both')
    await kit.sleep(500)
    return vscode.languages.getDiagnostics().filter(([, all]) => all.some((each) => each.source === 'anchorline')).map(([uri]) => uri.scheme)
  })
  assert.ok(result.every((scheme) => scheme === 'file' || scheme === 'untitled'), result.join(', '))
  await bench.command('workbench.action.closeActiveEditor')
})

// --- figures

await step('typing 200 characters: no empty publish, hovers at once', async () => {
  const lines = ['# Plan', '', '## Steps', '']
  const filler = 'It is written down in full, with every word that it takes to fill a line of a page. '.repeat(43)
  for (let at = 0; at < 55; at++) {
    const day = new Date(Date.UTC(2026, 0, 1 + at))
    const wrong = day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }) === 'Monday' ? 'Tuesday' : 'Monday'
    lines.push(`On ${wrong}, ${day.getUTCDate()} ${day.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' })} 2026 it goes on, see [there](there-${at}.md). ${filler}`, '')
  }
  await writeFile(path.join(folder, 'long.md'), `---\ntype: plan\n---\n${lines.join('\n')}`)
  await bench.host((vscode) => vscode.workspace.getConfiguration('anchorline').update('maxActionable', 1000, true).then(() => null))
  bench.patience = 240_000
  const server = await serverPid(bench)
  const before = cpuSeconds(server)
  const result = await bench.host(async (vscode, kit) => {
    const document = await kit.open('long.md')
    await kit.until(() => kit.diagnostics(document.uri).length >= 100, '100 findings', 30_000)
    await kit.sleep(1500)
    const counts = []
    const listening = vscode.languages.onDidChangeDiagnostics((event) => {
      if (event.uris.some((uri) => uri.toString() === document.uri.toString())) counts.push(kit.diagnostics(document.uri).length)
    })
    const hovers = []
    const editor = vscode.window.activeTextEditor
    const at = new vscode.Position(4, 0)
    const begun = performance.now()
    editor.selection = new vscode.Selection(at, at)
    for (let typed = 0; typed < 200; typed++) {
      await vscode.commands.executeCommand('type', { text: 'word '[typed % 5] })
      if (typed % 20 === 19) {
        const target = kit.diagnostics(document.uri)[3].range.start
        const asked = performance.now()
        await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, target)
        hovers.push(performance.now() - asked)
      }
    }
    const seconds = (performance.now() - begun) / 1000
    await kit.sleep(1500)
    listening.dispose()
    const rested = []
    for (let time = 0; time < 11; time++) {
      const asked = performance.now()
      await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, kit.diagnostics(document.uri)[3].range.start)
      rested.push(performance.now() - asked)
    }
    const size = document.getText().length
    await vscode.commands.executeCommand('workbench.action.files.revert')
    return { counts, hovers: hovers.sort((a, b) => a - b), size, seconds, rested: rested.sort((a, b) => a - b)[5] }
  })
  await bench.host((vscode) => vscode.workspace.getConfiguration('anchorline').update('maxActionable', undefined, true).then(() => null))
  figures['publishes while 200 characters were typed'] = `${result.counts.length}, findings ${Math.min(...result.counts)} to ${Math.max(...result.counts)} (${(result.size / 1000).toFixed(0)} KB, ${result.seconds.toFixed(0)} s)`
  figures['hover while typing'] = `median ${result.hovers[5].toFixed(0)} ms, worst of ten ${result.hovers.at(-1).toFixed(0)} ms; at rest median ${result.rested.toFixed(0)} ms`
  figures['processor time of the server for the 200 characters'] = `${(cpuSeconds(server) - before).toFixed(1)} s, opening the document and its checks included`
  assert.ok(Math.min(...result.counts) >= 100, `the findings flickered: ${result.counts}`)
})

await step('idle, it uses no processor time', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  const server = await serverPid(bench)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const before = [server, bench.line.hostPid].map(cpuSeconds)
  const seconds = quick ? 15 : 60
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const [ofServer, ofHost] = [server, bench.line.hostPid].map((pid, index) => (100 * (cpuSeconds(pid) - before[index])) / seconds)
  figures['idle processor time of the server'] = `${ofServer.toFixed(2)} %`
  figures['idle processor time of the extension host, all extensions'] = `${ofHost.toFixed(2)} %`
  assert.ok(ofServer <= 0.5)
})

await step('two windows on one folder: each shows the findings', async () => {
  const second = await bench.page.context().newPage()
  await second.goto(bench.page.url())
  await second.waitForSelector('.monaco-workbench', { timeout: 60_000 })
  const bar = second.locator('.statusbar-item[id="anchorline.anchorline.anchorline.status"]')
  // By name: whether the explorer is open there depends on what the first window has stored of itself by now.
  const row = second.locator('.quick-input-list .monaco-list-row', { hasText: 'windows.md' }).first()
  await until(async () => {
    await second.keyboard.press('Escape')
    await second.keyboard.press('Control+p')
    await second.keyboard.type('windows.md')
    return row.waitFor({ timeout: 5_000 }).then(() => true, () => false)
  }, 'the second window finds the file', 60_000)
  await row.click()
  await until(async () => /finding/.test(await bar.innerText().catch(() => '')), 'the status of the second window', 60_000)
  await second.close()
  await statusIs(bench, /finding/)
})

await step('the key is in no log, no setting and no state file', async () => {
  const found = []
  const look = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) look(file)
      else if (entry.isFile() && statSync(file).size < 50e6 && readFileSync(file).includes(KEY)) found.push(file)
    }
  }
  look(path.join(root, 'trusted'))
  assert.deepEqual(found, [])
  assert.match(logOf(bench), /starting \(PATH\): \S*anchorline server/)
})

await bench.close()
