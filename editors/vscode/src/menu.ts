/** The menu that a click on the status bar opens. */

import * as vscode from 'vscode'
import { menu, type Facts } from './core/menu'
import { shown } from './core/status'

interface Item extends vscode.QuickPickItem {
  command?: string
}

/** `titles`: of the commands, by their ids. */
export async function showMenu(facts: Facts, titles: ReadonlyMap<string, string>): Promise<void> {
  const now = shown(facts.server, facts.status)
  const hasWords = facts.hasDocument || facts.server.kind !== 'running'
  const picked = await vscode.window.showQuickPick(items(facts, titles), {
    title: hasWords ? `Anchorline: ${now.text}` : 'Anchorline',
    placeHolder: (hasWords && now.detail) || 'What shall it do?',
    matchOnDescription: true,
  })
  if (picked?.command !== undefined) await vscode.commands.executeCommand(picked.command)
}

function items(facts: Facts, titles: ReadonlyMap<string, string>): Item[] {
  return menu(facts).flatMap(({ title, rows }) => [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...rows.map(({ icon, command, description }) => ({
      label: `$(${icon}) ${titles.get(command) ?? 'Show the Findings'}`,
      ...(description === undefined ? {} : { description }),
      command,
    })),
  ])
}
