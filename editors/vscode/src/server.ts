/** The server's process: found, started, started again when it ends, and stopped. One at a time. */

import { mkdir } from 'node:fs/promises'
import type { LanguageClient } from 'vscode-languageclient/node'
import * as vscode from 'vscode'
import type * as ClientModule from './client'
import { commandText, without } from './core/commandLine'
import { childEnvironment } from './core/environment'
import { locate, type Launch, type Located } from './core/locate'
import { Backoff, SingleFlight } from './core/restarts'
import { textOf } from './core/settings'
import type { ServerState } from './core/status'
import { within } from './core/within'
import { projectInterpreters } from './interpreters'
import type { Managed } from './managed'
import { isFile, onPath, probe } from './processes'

/** A server answers its first request in well under a second; one that does not within this time never will. */
const START_MS = 60_000

export interface Needs {
  output: vscode.LogOutputChannel
  trace: vscode.LogOutputChannel
  /** A folder of ours: where the server is started, so that nothing of a workspace is imported. */
  home: string
  managed: Managed
  key(): Promise<string | undefined>
  hasModel(): boolean
  settings(scope: vscode.Uri | undefined): Record<string, unknown>
  showReport(uri: vscode.Uri): Promise<boolean>
  /** Wire up the handlers of one client, before it starts. */
  connect(client: LanguageClient, refuse: typeof ClientModule.responseError): void
  /** The server cannot be found: say so, once, with what can be done. */
  notFound(located: Exclude<Located, { kind: 'found' }>): void
  /** The server keeps ending: say so, once. */
  gaveUp(deaths: number): void
}

export class Server implements vscode.Disposable {
  private readonly states = new vscode.EventEmitter<ServerState>()
  private readonly flight = new SingleFlight(() => this.restart().catch((error: unknown) => this.failed(error)))
  private readonly backoff = new Backoff()
  private client: LanguageClient | undefined
  private timer: NodeJS.Timeout | undefined
  private ended = false
  readonly onState = this.states.event
  state: ServerState = { kind: 'stopped', reason: 'not started yet' }

  constructor(private readonly needs: Needs) {}

  /** The client of a server that runs. */
  get running(): LanguageClient | undefined {
    return this.state.kind === 'running' ? this.client : undefined
  }

  /** Start, or start anew. A person's wish wipes the slate of earlier deaths. */
  async start(): Promise<void> {
    this.backoff.forget()
    clearTimeout(this.timer)
    await this.flight.request()
  }

  async stop(): Promise<void> {
    this.ended = true
    clearTimeout(this.timer)
    await this.stopClient()
  }

  dispose(): void {
    void this.stop()
    this.states.dispose()
  }

  set(state: ServerState): void {
    this.state = state
    this.states.fire(state)
  }

  private async restart(): Promise<void> {
    if (this.ended) return
    await this.stopClient()
    this.set({ kind: 'starting' })
    const { output, home } = this.needs
    await mkdir(home, { recursive: true })
    const located = await this.locate()
    for (const note of located.notes) output.info(note)
    if (located.kind !== 'found') {
      const reason = located.kind === 'wrong setting' ? located.message : 'The server was not found.'
      output.warn(reason)
      this.set({ kind: 'stopped', reason, isMissing: located.kind === 'not found' })
      this.needs.notFound(located)
      return
    }
    await this.launch(located.launch)
  }

  private locate(): Promise<Located> {
    const settings = vscode.workspace.getConfiguration('anchorline')
    return locate({
      path: textOf(settings.get('path')),
      interpreter: textOf(settings.get('interpreter')),
      projectInterpreters: () => projectInterpreters((note) => this.needs.output.info(note)),
      isFile,
      onPath,
      probe: (interpreter) => probe(interpreter, this.needs.home),
      managed: () => this.needs.managed.interpreter(),
    })
  }

  private async launch(launch: Launch): Promise<void> {
    const { output, trace, home } = this.needs
    const key = await this.needs.key()
    output.info(`starting (${launch.source}): ${commandText(launch.command, launch.args)}`)
    const { createClient, responseError } = await loadClient()
    let isGone = false
    const gone = (): void => {
      if (isGone || this.client !== client) return
      isGone = true
      this.died()
    }
    const client = createClient({
      launch,
      env: childEnvironment(process.env, key),
      cwd: home,
      output,
      trace,
      hasModel: this.needs.hasModel(),
      settings: (scope) => this.needs.settings(scope),
      showReport: (uri) => this.needs.showReport(uri),
      onGone: gone,
    })
    this.client = client
    this.needs.connect(client, responseError)
    try {
      await within(client.start(), START_MS)
    } catch (error) {
      output.error(without(key, `the server did not start: ${error instanceof Error ? error.message : String(error)}`))
      gone()
      client.dispose().catch(() => undefined) // ends a process that hangs
      return
    }
    if (isGone || this.client !== client) return
    const info = client.initializeResult?.serverInfo
    output.info(`${info?.name ?? 'server'} ${info?.version ?? ''} runs`)
    this.set({ kind: 'running' })
  }

  /** Not the server but its surroundings: no folder could be made, for example. */
  private failed(error: unknown): void {
    const reason = `The server could not be started: ${error instanceof Error ? error.message : String(error)}`
    this.needs.output.error(reason)
    this.set({ kind: 'stopped', reason })
  }

  private died(): void {
    if (this.ended) return
    const verdict = this.backoff.died(performance.now())
    if (verdict.kind === 'stop') {
      const reason = `The server ended ${verdict.deaths} times within ten minutes.`
      this.needs.output.error(`${reason} It is not started again.`)
      this.set({ kind: 'stopped', reason })
      this.needs.gaveUp(verdict.deaths)
      return
    }
    this.needs.output.warn(`the server ended; it is started again in ${verdict.ms / 1000} s`)
    this.set({ kind: 'restarting' })
    this.timer = setTimeout(() => void this.flight.request(), verdict.ms)
  }

  private async stopClient(): Promise<void> {
    const client = this.client
    this.client = undefined
    if (client === undefined) return
    try {
      await client.dispose()
    } catch {
      // It had ended, or never began; its process is gone either way.
    }
  }
}

async function loadClient(): Promise<typeof ClientModule> {
  return import('./client.js')
}
