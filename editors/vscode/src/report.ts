/** The report of a review, shown as what it is: Markdown, in the preview, not for editing. */

import * as vscode from 'vscode'

const SUFFIX = '.anchorline-report.md'

/** Whether this was a report, and is shown now. */
export async function showReport(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme !== 'file' || !uri.path.endsWith(SUFFIX)) return false
  try {
    await vscode.commands.executeCommand('markdown.showPreviewToSide', uri)
    return true
  } catch {
    return false // the built-in Markdown extension is switched off: as text, then
  }
}
