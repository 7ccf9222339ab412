/** Where everything is put together. What takes time (the language client, the server) begins after `activate`. */

import { readFile } from 'node:fs/promises'
import * as path from 'node:path'
import * as vscode from 'vscode'
import { Commands } from './commands'
import { host, type Located } from './core/locate'
import { chosen, serverKeys, textOf } from './core/settings'
import { lacksServer, parseStatus, spend, spendToday, type Status } from './core/status'
import { Current } from './current'
import { DebugInformation } from './debugInformation'
import { FindingsView } from './findingsView'
import { projectInterpreters } from './interpreters'
import { Key } from './key'
import { Managed } from './managed'
import { showMenu } from './menu'
import { Models } from './models'
import { onPath, probe } from './processes'
import { showReport } from './report'
import { Server } from './server'
import { StatusView } from './statusView'

/** Settings of the extension itself, which the server does not know. */
const OWN = ['path', 'interpreter']

let server: Server | undefined

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Anchorline', { log: true })
  const trace = vscode.window.createOutputChannel('Anchorline Trace', { log: true })
  const current = new Current()
  const status = new StatusView(current)
  const key = new Key(context.secrets)
  const models = new Models(context.globalState, context.languageModelAccessInformation, output)
  const manifest = context.extension.packageJSON as Manifest
  const titles = new Map(manifest.contributes.commands.map(({ command, title }) => [command, title]))
  const debugging = new DebugInformation()
  const home = context.globalStorageUri.fsPath
  const managed = new Managed(home, context.asAbsolutePath('server'), manifest.version)
  const keys = serverKeys(
    Object.assign({}, ...manifest.contributes.configuration.map((part) => part.properties)) as Record<string, unknown>,
    OWN,
  )
  const running = new Server({
    output,
    trace,
    home,
    managed,
    key: () => key.get(),
    hasModel: () => models.isChosen,
    settings: (scope) => setByPerson(keys, scope),
    showReport,
    connect: (client, refuse) => {
      client.onNotification('anchorline/status', (params: unknown) => {
        const parsed = parseStatus(params)
        if (parsed !== undefined) status.take(parsed)
      })
      models.connect(client, refuse)
    },
    notFound: (located) => void explain(located, output),
    gaveUp: (deaths) => void offerRestart(deaths),
  })
  server = running
  const findings = new FindingsView(() => running.running, () => running.state, current, (uri) => status.of(uri))
  const restart = (): Promise<void> => running.start()

  context.subscriptions.push(
    output, trace, current, status, running, findings, debugging,
    running.onState((state) => {
      status.serverIs(state)
      findings.soon()
    }),
    status.onChange((uri) => findings.changed(uri)),
    ...new Commands(() => running.running, () => running.state, current, (uri) => status.of(uri), debugging).register(),
    ...Object.entries<(...given: never[]) => unknown>({
      'anchorline.restart': restart,
      'anchorline.install': () => install(managed, running, output, home),
      'anchorline.menu': async () => {
        const stored = (await key.get()) !== undefined
        const facts = {
          server: running.state,
          hasDocument: current.document !== undefined,
          status: status.of(current.document?.uri),
          usd: status.today,
          key: stored ? 'stored' : hasKeyOfEnvironment() ? 'environment' : 'none',
          hasModel: models.isChosen,
        } as const
        await showMenu(facts, titles)
      },
      'anchorline.showLog': () => output.show(true),
      'anchorline.showSpend': () => showSpend(status.of(current.document?.uri), status.today),
      'anchorline.openSettings': () => vscode.commands.executeCommand('workbench.action.openSettings', '@ext:anchorline.anchorline'),
      'anchorline.openWalkthrough': () =>
        vscode.commands.executeCommand('workbench.action.openWalkthrough', 'anchorline.anchorline#start', false),
      'anchorline.openExample': () => openExample(context),
      'anchorline.setKey': async () => {
        if (!(await key.set())) return
        await restart()
        void sayKeyIsSet()
      },
      'anchorline.clearKey': async () => {
        await key.clear()
        await restart()
      },
      'anchorline.chooseModel': async () => {
        const choice = await models.pick()
        if (choice !== 'same') await restart()
        // What another model answered is not this one's opinion.
        if (choice === 'other') await running.running?.sendRequest('workspace/executeCommand', { command: 'anchorline.clearCache' })
      },
    }).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    vscode.workspace.onDidCloseTextDocument((document) => status.forget(document.uri)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (OWN.some((name) => event.affectsConfiguration(`anchorline.${name}`))) void restart()
    }),
  )
  status.serverIs({ kind: 'starting' })
  setImmediate(() => void restart())
}

export async function deactivate(): Promise<void> {
  await server?.stop()
}

interface Manifest {
  version: string
  contributes: {
    commands: { command: string; title: string }[]
    configuration: { properties: Record<string, unknown> }[]
  }
}

/** One that the server takes where none was set here: it inherits the environment of the editor. */
function hasKeyOfEnvironment(): boolean {
  return ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'].some((name) => Boolean(process.env[name]))
}

function setByPerson(keys: readonly string[], scope: vscode.Uri | undefined): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration('anchorline', scope ?? null)
  const values = chosen(keys, (key) => settings.inspect(key), (key) => settings.get(key))
  return JSON.parse(JSON.stringify(values)) as Record<string, unknown> // the editor's own are proxies
}

/** One message for everything that can be wrong with finding the server. */
async function explain(located: Exclude<Located, { kind: 'found' }>, output: vscode.LogOutputChannel): Promise<void> {
  if (located.kind === 'wrong setting') {
    const choice = await vscode.window.showErrorMessage(located.message, 'Open Settings', 'Log')
    if (choice === 'Open Settings') await vscode.commands.executeCommand('workbench.action.openSettings', 'anchorline.interpreter')
    if (choice === 'Log') output.show(true)
    return
  }
  const choice = await vscode.window.showInformationMessage(
    'Anchorline’s server was not found: not in this project’s Python environment, and not on PATH. ' +
      'Shall it be installed into a folder of this extension? Its libraries (about 70 MB) come from your Python package index.',
    'Install', 'Open Settings', 'Log',
  )
  if (choice === 'Install') await vscode.commands.executeCommand('anchorline.install')
  if (choice === 'Open Settings') await vscode.commands.executeCommand('workbench.action.openSettings', 'anchorline.path')
  if (choice === 'Log') output.show(true)
}

/** Nothing else shows that it was taken, until a document is saved. */
async function sayKeyIsSet(): Promise<void> {
  const review = 'Review This Document'
  const words = 'The API key is set. Models review a plan when you next save it, or now.'
  if ((await vscode.window.showInformationMessage(words, review)) === review) await vscode.commands.executeCommand('anchorline.review')
}

async function offerRestart(deaths: number): Promise<void> {
  const choice = await vscode.window.showErrorMessage(
    `Anchorline’s server ended ${deaths} times within ten minutes, and is not started again. The log says what it said last.`,
    'Log', 'Restart',
  )
  if (choice === 'Log') await vscode.commands.executeCommand('anchorline.showLog')
  if (choice === 'Restart') await vscode.commands.executeCommand('anchorline.restart')
}

async function install(managed: Managed, running: Server, output: vscode.LogOutputChannel, home: string): Promise<void> {
  const named = textOf(vscode.workspace.getConfiguration('anchorline').get('interpreter'))
  const onPaths = await Promise.all(
    ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'].map((name) => onPath(name)),
  )
  const candidates = [named, ...onPaths, ...(await projectInterpreters((note) => output.info(note)))]
  const found = await host(candidates.filter((each): each is string => Boolean(each)), (each) => probe(each, home))
  if (found.kind === 'none') {
    void vscode.window.showErrorMessage(found.message)
    return
  }
  const isMissing = lacksServer(running.state)
  running.set({ kind: 'installing' })
  const problem = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Anchorline: installing the server', cancellable: true },
    (_, token) => {
      const abort = new AbortController()
      token.onCancellationRequested(() => abort.abort())
      return managed.install(found.interpreter, (line) => output.info(line), abort.signal)
    },
  )
  if (problem === undefined) {
    await running.start()
    return
  }
  running.set({ kind: 'stopped', reason: problem, isMissing })
  const choice = await vscode.window.showErrorMessage(problem, 'Log')
  if (choice === 'Log') output.show(true)
}

/** `now`: of the document in front; `usd`: what was heard of any. */
function showSpend(now: Status | undefined, usd: Status['usd'] | undefined): void {
  const cost = now === undefined ? usd && spendToday(usd) : spend(now)
  const words = cost === undefined ? 'Nothing was sent to a model from this window yet.' : `Anchorline spent ${cost}.`
  void vscode.window.showInformationMessage(words, 'Budgets').then((choice) => {
    if (choice === 'Budgets') void vscode.commands.executeCommand('workbench.action.openSettings', 'anchorline.budget')
  })
}

async function openExample(context: vscode.ExtensionContext): Promise<void> {
  const text = await readFile(path.join(context.extensionPath, 'media', 'example.md'), 'utf8')
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text })
  await vscode.window.showTextDocument(document)
}
