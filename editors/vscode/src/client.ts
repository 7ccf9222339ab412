/** The language client: the only module that imports it when it runs, and loaded only when a server is to be started. */

import * as vscode from 'vscode'
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  ResponseError,
  RevealOutputChannelOn,
  type ApplyWorkspaceEditResult,
  type DynamicFeature,
  type StaticFeature,
  type WorkspaceEdit,
} from 'vscode-languageclient/node'
import { applying } from './applying'
import type { FailureData } from './core/createMessage'
import type { Launch } from './core/locate'
import { REVIEWED } from './languages'

export interface Options {
  launch: Launch
  env: Record<string, string>
  cwd: string
  output: vscode.LogOutputChannel
  trace: vscode.LogOutputChannel
  /** Whether a model of the editor was chosen. */
  hasModel: boolean
  /** What the person has set, for one folder or, without one, for all. */
  settings(scope: vscode.Uri | undefined): Record<string, unknown>
  showReport(uri: vscode.Uri): Promise<boolean>
  /** The connection is gone and nobody asked for it. */
  onGone(): void
}

const EXECUTE_COMMAND = 'workspace/executeCommand'

class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    // The extension registers the commands itself: they must exist, and know the document, before the server runs.
    const method = (feature as Partial<DynamicFeature<unknown>>).registrationType?.method
    if (method !== EXECUTE_COMMAND) super.registerFeature(feature)
  }
}

export function createClient(options: Options): LanguageClient {
  const { launch } = options
  const client: LanguageClient = new Client(
    'anchorline',
    'Anchorline',
    { command: launch.command, args: launch.args, options: { env: options.env, cwd: options.cwd } },
    {
      documentSelector: REVIEWED,
      diagnosticCollectionName: 'anchorline',
      outputChannel: options.output,
      traceOutputChannel: options.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      progressOnInitialization: false,
      // No settings here: they would outlive their removal. The server asks for them, and is answered below.
      initializationOptions: {
        settings: {},
        trusted: vscode.workspace.isTrusted,
        statusNotifications: true,
        createMessage: options.hasModel,
      },
      markdown: { isTrusted: false, supportHtml: false, supportThemeIcons: false },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          options.onGone()
          return { action: CloseAction.DoNotRestart, handled: true, message: 'the connection to the server is closed' }
        },
      },
      middleware: {
        workspace: {
          handleApplyEdit: async (params, next) => {
            let answer: ApplyWorkspaceEditResult | ResponseError = { applied: false }
            await applying(documentOf(params.edit), async () => {
              answer = await next(params, new vscode.CancellationTokenSource().token)
              return 'applied' in answer && answer.applied
            })
            return answer // that it was made; the server sees it taken back, and the person was told
          },
          configuration: (params, token, next) => {
            const others = next(params, token)
            return params.items.map((item, index) => {
              if (item.section !== 'anchorline') return Array.isArray(others) ? (others[index] as unknown) : null
              return options.settings(item.scopeUri === undefined ? undefined : vscode.Uri.parse(item.scopeUri))
            })
          },
          // Only that something changed: values that were pushed would hold defaults too.
          didChangeConfiguration: async () => {
            await client.sendNotification('workspace/didChangeConfiguration', { settings: null })
          },
        },
        window: {
          showDocument: async (params, _token, next) => {
            const uri = vscode.Uri.parse(params.uri)
            if (params.external !== true && (await options.showReport(uri))) return { success: true }
            return next(params, _token)
          },
        },
      },
    },
  )
  return client
}

/** The document that an edit is of: the server changes one at a time. */
function documentOf(edit: WorkspaceEdit): vscode.Uri | undefined {
  const change = edit.documentChanges?.find((each) => 'textDocument' in each)
  const uri = change?.textDocument.uri ?? Object.keys(edit.changes ?? {})[0]
  return uri === undefined ? undefined : vscode.Uri.parse(uri)
}

/** The error that a request of the server is answered with. */
export function responseError(code: number, message: string, data?: FailureData): Error {
  return new ResponseError(code, message, data)
}
