/** The commands of the palette, the menus and the server's code actions. */

import * as vscode from 'vscode'
import { applying } from './applying'
import type { LanguageClient } from 'vscode-languageclient/node'
import { nothingToApply, restoring } from './core/findings'
import { isHeld, lacksServer, type ServerState, type Status } from './core/status'
import type { Current } from './current'
import type { DebugInformation } from './debugInformation'
import { findingsOf, type Entry } from './findingsView'

const EXECUTE_COMMAND = 'workspace/executeCommand'

/** Commands of the server whose one argument is the document; the active one when none is named. */
const OF_A_DOCUMENT = [
  'anchorline.review', 'anchorline.reviewThoroughly', 'anchorline.converge', 'anchorline.cancel', 'anchorline.pause',
  'anchorline.applySafeFixes', 'anchorline.applyProposed', 'anchorline.undismissAll', 'anchorline.showReport', 'anchorline.clearCache',
  'anchorline.askAgain',
] as const

/** Commands of the server with further arguments: code actions and the panel call them. */
const OF_A_FINDING = ['anchorline.dismiss', 'anchorline.defer', 'anchorline.undismiss'] as const

export class Commands {
  constructor(
    private readonly client: () => LanguageClient | undefined,
    private readonly server: () => ServerState,
    private readonly current: Current,
    private readonly status: (uri: vscode.Uri | undefined) => Status | undefined,
    private readonly debugging: DebugInformation,
  ) {}

  register(): vscode.Disposable[] {
    return [
      ...OF_A_DOCUMENT.map((name) =>
        vscode.commands.registerCommand(name, (given?: unknown) => this.onDocument(name, given)),
      ),
      ...OF_A_FINDING.map((name) =>
        vscode.commands.registerCommand(name, (...given: unknown[]) => this.send(name, given)),
      ),
      vscode.commands.registerCommand('anchorline.resume', () => this.resume()),
      vscode.commands.registerCommand('anchorline.debugInformation', () => this.debugInformation()),
      vscode.commands.registerCommand('anchorline.findings.apply', (entry: Entry) => this.apply(entry)),
      vscode.commands.registerCommand('anchorline.findings.dismiss', (entry: Entry) => this.onEntry('dismiss', entry, 'finding')),
      vscode.commands.registerCommand('anchorline.findings.dismissInFile', (entry: Entry) => this.onEntry('dismiss', entry, 'file')),
      vscode.commands.registerCommand('anchorline.findings.dismissInWorkspace', (entry: Entry) =>
        this.onEntry('dismiss', entry, 'workspace'),
      ),
      vscode.commands.registerCommand('anchorline.findings.defer', (entry: Entry) => this.onEntry('defer', entry)),
      vscode.commands.registerCommand('anchorline.findings.restore', (entry: Entry) => this.restore(entry)),
    ]
  }

  /** `given`: a URI as text (the server's spelling), a Uri (a menu of the editor), or nothing. */
  private async onDocument(name: string, given: unknown): Promise<unknown> {
    const client = this.running()
    if (client === undefined) return undefined
    const uri = typeof given === 'string' ? given : spelled(client, given instanceof vscode.Uri ? given : this.current.document?.uri)
    if (uri === undefined) {
      void vscode.window.showInformationMessage(
        'Anchorline reviews Markdown and source code, in files on disk and in untitled documents. Open one of those.',
      )
      return undefined
    }
    const answer = await this.send(name, [uri])
    if (answer === 0) await this.sayWhyNothing(client, name, uri)
    return answer
  }

  private async sayWhyNothing(client: LanguageClient, name: string, uri: string): Promise<void> {
    const kind = ({ 'anchorline.applySafeFixes': 'safe', 'anchorline.applyProposed': 'proposed' } as const)[name]
    if (kind === undefined) return
    const said = nothingToApply(await findingsOf(client, uri), kind)
    if (said !== undefined) void vscode.window.showInformationMessage(said)
  }

  /** The server has one command for both, and would pause what is not paused. */
  private async resume(): Promise<unknown> {
    return isHeld(this.status(this.current.document?.uri)) ? this.onDocument('anchorline.pause', undefined) : undefined
  }

  private restore(entry: Entry): Promise<unknown> {
    const client = this.running()
    if (client === undefined) return Promise.resolve(undefined)
    return this.send('anchorline.undismiss', [spelled(client, entry.uri), ...restoring(entry.finding)])
  }

  private onEntry(command: 'dismiss' | 'defer', entry: Entry, ...further: string[]): Promise<unknown> {
    const client = this.running()
    if (client === undefined) return Promise.resolve(undefined)
    return this.send(`anchorline.${command}`, [spelled(client, entry.uri), entry.finding.id, ...further])
  }

  /** The fix of one finding, as its quick fix has it: fixes that are to be confirmed are shown first. */
  private async apply(entry: Entry): Promise<void> {
    const client = this.running()
    if (client === undefined) return
    const { finding, uri } = entry
    const answer: unknown = await client.sendRequest('textDocument/codeAction', {
      textDocument: { uri: spelled(client, uri) },
      range: finding.range,
      context: {
        diagnostics: [{ range: finding.range, message: finding.message, data: { id: finding.id } }],
        only: ['quickfix'],
        triggerKind: 1,
      },
    })
    const fix = (Array.isArray(answer) ? (answer as CodeAction[]) : []).find(
      (action) => action.edit !== undefined && action.diagnostics?.some((each) => each.data?.id === finding.id),
    )
    if (fix?.edit === undefined) {
      void vscode.window.showInformationMessage('The text has changed; this fix no longer fits.')
      return
    }
    const edit = await client.protocol2CodeConverter.asWorkspaceEdit(fix.edit)
    if (edit !== undefined) await applying(uri, () => vscode.workspace.applyEdit(edit))
  }

  private async debugInformation(): Promise<void> {
    const text = await this.send('anchorline.debugInformation', [])
    if (typeof text === 'string') await this.debugging.show(text)
  }

  private async send(command: string, given: unknown[]): Promise<unknown> {
    const client = this.running()
    if (client === undefined) return undefined
    try {
      return await client.sendRequest(EXECUTE_COMMAND, { command, arguments: given })
    } catch (error) {
      void vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  private running(): LanguageClient | undefined {
    const client = this.client()
    if (client === undefined) {
      const isMissing = lacksServer(this.server())
      const words = isMissing ? 'Anchorline’s server is not installed.' : 'Anchorline’s server does not run.'
      const install = isMissing ? ['Install the Server'] : []
      void vscode.window.showWarningMessage(words, ...install, 'Restart', 'Log').then((choice) => {
        if (choice === 'Install the Server') void vscode.commands.executeCommand('anchorline.install')
        if (choice === 'Restart') void vscode.commands.executeCommand('anchorline.restart')
        if (choice === 'Log') void vscode.commands.executeCommand('anchorline.showLog')
      })
    }
    return client
  }
}

/** The parts of the protocol's code action that are used here. */
interface CodeAction {
  edit?: Parameters<LanguageClient['protocol2CodeConverter']['asWorkspaceEdit']>[0]
  diagnostics?: { data?: { id?: string } }[]
}

function spelled(client: LanguageClient, uri: vscode.Uri | undefined): string | undefined {
  return uri === undefined ? undefined : client.code2ProtocolConverter.asUri(uri)
}
