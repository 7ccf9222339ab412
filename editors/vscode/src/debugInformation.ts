/** Debug information as a document that cannot be edited, and asks nobody to save it. */

import * as vscode from 'vscode'

const SCHEME = 'anchorline'

export class DebugInformation implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>()
  private readonly listening: vscode.Disposable[]
  private count = 0

  constructor() {
    this.listening = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    ]
  }

  dispose(): void {
    for (const each of this.listening) each.dispose()
  }

  /** Each time another document: what is open says how it was, and the editor may keep the text of one that is closed. */
  async show(text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: 'Debug Information.txt', query: String(++this.count) })
    this.texts.set(uri.toString(), text)
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true })
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? 'Run “Anchorline: Show Debug Information” again.\n'
  }
}
