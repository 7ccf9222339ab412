/** The document that status, panel and commands speak of: the active one, or the last that was while it is in sight. */

import * as vscode from 'vscode'
import { isReviewed } from './languages'

export class Current implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<vscode.TextDocument | undefined>()
  private readonly listening: vscode.Disposable[]
  document: vscode.TextDocument | undefined
  readonly onChange = this.changes.event

  constructor() {
    this.listening = [
      vscode.window.onDidChangeActiveTextEditor(() => this.look()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.look()),
      vscode.workspace.onDidOpenTextDocument(() => this.look()), // also when a document changes its language
      vscode.workspace.onDidCloseTextDocument(() => this.look()),
    ]
    this.document = this.now()
  }

  dispose(): void {
    for (const each of [this.changes, ...this.listening]) each.dispose()
  }

  private look(): void {
    const now = this.now()
    if (now === this.document) return
    this.document = now
    this.changes.fire(now)
  }

  private now(): vscode.TextDocument | undefined {
    const active = vscode.window.activeTextEditor?.document
    if (active !== undefined && isReviewed(active)) return active
    // A preview, the report, an output has the focus: the document beside it is still what a person works on.
    const visible = vscode.window.visibleTextEditors.map((editor) => editor.document).filter(isReviewed)
    return visible.find((document) => document === this.document) ?? (active === undefined ? visible[0] : undefined)
  }
}
