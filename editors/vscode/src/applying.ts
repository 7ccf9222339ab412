/**
 * Edits of a document that may be read-only in this editor. VS Code makes those all the same, and neither saves them nor
 * marks them as unsaved: what a person saw fixed would be gone with the window. Here they are taken back.
 */

import * as vscode from 'vscode'

/** Milliseconds in which a document that was changed is marked as unsaved: the editor says both at once. */
const PATIENCE = 2000

/** Make an edit of one document. What could not stay is taken back, and the person is told. */
export async function applying(uri: vscode.Uri | undefined, apply: () => PromiseLike<boolean>): Promise<boolean> {
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri?.toString())
  if (document === undefined || document.isUntitled || document.isDirty) return apply()
  const before = document.getText()
  let isSaved = false
  const listening = vscode.workspace.onDidSaveTextDocument((saved) => (isSaved ||= saved === document))
  try {
    if (!(await apply())) return false
    const deadline = performance.now() + PATIENCE
    while (document.getText() !== before && !document.isDirty && !isSaved && !document.isClosed) {
      if (performance.now() > deadline) return await takeBack(document, before)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    return true
  } finally {
    listening.dispose()
  }
}

async function takeBack(document: vscode.TextDocument, before: string): Promise<false> {
  const edit = new vscode.WorkspaceEdit()
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end), before)
  await vscode.workspace.applyEdit(edit)
  const name = vscode.workspace.asRelativePath(document.uri)
  void vscode.window.showWarningMessage(`${name} is read-only in this editor; its text was not changed.`)
  return false
}
