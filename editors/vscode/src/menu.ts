/** What a click on the status bar offers. */

import * as vscode from 'vscode'
import { counted, lacksServer, shown, spend, type ServerState, type Status } from './core/status'

interface Item extends vscode.QuickPickItem {
  command?: string
}

export async function showMenu(server: ServerState, status: Status | undefined): Promise<void> {
  const now = shown(server, status)
  const picked = await vscode.window.showQuickPick(items(server, status), {
    title: `Anchorline: ${now.text}`,
    placeHolder: now.detail || 'What shall it do?',
    matchOnDescription: true,
  })
  if (picked?.command !== undefined) await vscode.commands.executeCommand(picked.command)
}

function items(server: ServerState, status: Status | undefined): Item[] {
  const others: Item[] = [
    ...(lacksServer(server) ? [{ label: '$(cloud-download) Install the server', command: 'anchorline.install' }] : []),
    { label: '$(gear) Settings', command: 'anchorline.openSettings' },
    { label: '$(output) Log', command: 'anchorline.showLog' },
    { label: '$(debug-restart) Restart the server', command: 'anchorline.restart' },
  ]
  if (server.kind !== 'running') return others
  const busy = status?.state === 'reviewing' || status?.state === 'checking'
  const paused = status?.state === 'paused'
  return [
    { label: '$(play) Review this document', command: 'anchorline.review' },
    { label: '$(search) Review thoroughly', description: 'the standard model, a larger budget', command: 'anchorline.reviewThoroughly' },
    ...(busy ? [{ label: '$(debug-stop) Cancel the review', command: 'anchorline.cancel' }] : []),
    paused
      ? { label: '$(debug-continue) Resume reviews of this document', command: 'anchorline.pause' }
      : { label: '$(debug-pause) Pause reviews of this document', command: 'anchorline.pause' },
    {
      label: '$(list-tree) Findings',
      ...(status === undefined ? {} : { description: counted(status.counts) }),
      command: 'anchorline.findings.focus',
    },
    { label: '$(open-preview) Report', command: 'anchorline.showReport' },
    {
      label: '$(credit-card) Spend',
      ...(status === undefined ? {} : { description: spend(status) }),
      command: 'anchorline.showSpend',
    },
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...others,
  ]
}
