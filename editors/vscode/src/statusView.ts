/** The status bar entry and the status item of the language, both showing the active document. */

import * as vscode from 'vscode'
import { barText, isHeld, shown, type ServerState, type Severity, type Status } from './core/status'
import type { Current } from './current'
import { REVIEWED } from './languages'

/** Milliseconds that a check has to last before it is shown: most end sooner, and would only flicker. */
const SLOW = 400

const SEVERITIES: Record<Severity, vscode.LanguageStatusSeverity> = {
  information: vscode.LanguageStatusSeverity.Information,
  warning: vscode.LanguageStatusSeverity.Warning,
  error: vscode.LanguageStatusSeverity.Error,
}

export class StatusView implements vscode.Disposable {
  private readonly bar = vscode.window.createStatusBarItem('anchorline.status', vscode.StatusBarAlignment.Right, 100)
  private readonly item = vscode.languages.createLanguageStatusItem('anchorline.status', REVIEWED)
  private readonly latest = new Map<string, Status>()
  private readonly changes = new vscode.EventEmitter<string>()
  private readonly listening: vscode.Disposable
  private server: ServerState = { kind: 'stopped', reason: 'not started yet' }
  private timer: NodeJS.Timeout | undefined
  /** What models cost today, as far as was heard, whatever document it was said of. */
  private usd: Status['usd'] | undefined
  private readonly contexts = new Map<string, boolean>()
  /** The document whose status changed. */
  readonly onChange = this.changes.event

  constructor(private readonly current: Current) {
    this.listening = current.onChange(() => this.draw())
    this.bar.name = 'Anchorline'
    this.bar.command = 'anchorline.menu'
    this.item.name = 'Anchorline'
    this.item.command = { command: 'anchorline.menu', title: 'Show Menu' }
    this.draw()
  }

  dispose(): void {
    clearTimeout(this.timer)
    for (const each of [this.bar, this.item, this.changes, this.listening]) each.dispose()
  }

  serverIs(state: ServerState): void {
    this.server = state
    if (state.kind !== 'running') this.latest.clear()
    this.draw()
  }

  take(status: Status): void {
    this.latest.set(keyOf(status.uri), status)
    this.usd = status.usd
    this.tell()
    this.changes.fire(status.uri)
    clearTimeout(this.timer)
    if (status.state === 'checking') this.timer = setTimeout(() => this.draw(), SLOW)
    else this.draw()
  }

  forget(uri: vscode.Uri): void {
    this.latest.delete(uri.toString())
  }

  of(uri: vscode.Uri | undefined): Status | undefined {
    return uri === undefined ? undefined : this.latest.get(uri.toString())
  }

  get today(): Status['usd'] | undefined {
    return this.usd
  }

  /** What package.json asks for: which commands mean something now. */
  private tell(): void {
    const status = this.of(this.current.document?.uri)
    const now = { 'anchorline.reviewing': status?.state === 'reviewing', 'anchorline.paused': isHeld(status) }
    for (const [name, value] of Object.entries(now)) {
      if (this.contexts.get(name) === value) continue
      this.contexts.set(name, value)
      void vscode.commands.executeCommand('setContext', name, value)
    }
  }

  private draw(): void {
    const document = this.current.document
    this.tell()
    if (document === undefined) {
      this.bar.hide()
      return
    }
    const now = shown(this.server, this.of(document.uri))
    this.bar.text = `$(${now.icon}) ${barText(this.server, now)}`
    this.bar.tooltip = now.detail === '' ? 'Anchorline' : `Anchorline: ${now.detail}`
    this.bar.accessibilityInformation = { label: `Anchorline: ${now.text}` }
    this.bar.backgroundColor = background(now.severity)
    this.bar.show()
    this.item.text = now.text
    this.item.detail = now.detail
    this.item.severity = SEVERITIES[now.severity]
    this.item.busy = now.busy
  }
}

function background(severity: Severity): vscode.ThemeColor | undefined {
  return severity === 'error'
    ? new vscode.ThemeColor('statusBarItem.errorBackground')
    : severity === 'warning'
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined
}

/** One key for the spellings of one URI. */
function keyOf(uri: string): string {
  return vscode.Uri.parse(uri).toString()
}
