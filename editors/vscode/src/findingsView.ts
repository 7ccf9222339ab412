/** The findings panel: every finding of the active document, hints and dismissed ones too. */

import * as vscode from 'vscode'
import type { LanguageClient } from 'vscode-languageclient/node'
import {
  context, description, grouped, parseFindings, title, tooltip, type Finding, type Group,
} from './core/findings'
import { emptiness, waiting, type ServerState, type Status } from './core/status'
import type { Current } from './current'

/** Milliseconds of quiet before the server is asked again. */
const QUIET = 250

const ICONS: Record<string, vscode.ThemeIcon> = {
  P0: new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground')),
  P1: new vscode.ThemeIcon('warning', new vscode.ThemeColor('problemsWarningIcon.foreground')),
  P2: new vscode.ThemeIcon('info', new vscode.ThemeColor('problemsInfoIcon.foreground')),
  P3: new vscode.ThemeIcon('lightbulb'),
}

/** A finding in the tree, and the document that it belongs to. */
export class Entry {
  constructor(
    readonly uri: vscode.Uri,
    readonly isMarkdown: boolean,
    readonly finding: Finding,
  ) {}
}

type Node = Group | Entry

export class FindingsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<undefined>()
  private readonly view: vscode.TreeView<Node>
  private readonly listening: vscode.Disposable[]
  private timer: NodeJS.Timeout | undefined
  private document: vscode.TextDocument | undefined
  private groups: Group[] = []
  private asked = 0
  readonly onDidChangeTreeData = this.changes.event

  constructor(
    private readonly client: () => LanguageClient | undefined,
    private readonly server: () => ServerState,
    private readonly current: Current,
    private readonly status: (uri: vscode.Uri | undefined) => Status | undefined,
  ) {
    this.view = vscode.window.createTreeView('anchorline.findings', { treeDataProvider: this, showCollapseAll: true })
    this.listening = [
      current.onChange(() => {
        this.count()
        this.soon()
      }),
      this.view.onDidChangeVisibility(() => this.soon()),
    ]
    this.soon()
  }

  dispose(): void {
    clearTimeout(this.timer)
    for (const each of [this.view, this.changes, ...this.listening]) each.dispose()
  }

  /** Something about a document changed: look again, once it is quiet. */
  changed(uri: string): void {
    if (this.current.document?.uri.toString() !== vscode.Uri.parse(uri).toString()) return
    this.count()
    this.soon()
  }

  /** The badge needs no request: it is there while the panel is not. */
  private count(): void {
    const counts = this.status(this.current.document?.uri)?.counts
    const count = counts === undefined ? 0 : waiting(counts)
    this.view.badge = count === 0 ? undefined : { value: count, tooltip: `${count} findings wait for you` }
  }

  soon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.refresh(), QUIET)
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node instanceof Entry ? this.findingItem(node) : groupItem(node)
  }

  getChildren(node?: Node): Node[] {
    const document = this.document
    if (node === undefined) return this.groups
    if (node instanceof Entry || document === undefined) return []
    return node.findings.map((finding) => new Entry(document.uri, document.languageId === 'markdown', finding))
  }

  private async refresh(): Promise<void> {
    if (!this.view.visible) return
    const asked = ++this.asked
    const reviewed = this.current.document
    const findings = reviewed === undefined ? [] : await this.findings(reviewed.uri)
    if (asked !== this.asked) return
    this.document = reviewed
    this.groups = grouped(findings)
    this.view.description = reviewed === undefined ? '' : vscode.workspace.asRelativePath(reviewed.uri)
    // Before the tree: an empty one shows at once what is said of this.
    const why = emptiness(this.server(), reviewed !== undefined, this.status(reviewed?.uri))
    await vscode.commands.executeCommand('setContext', 'anchorline.empty', why)
    if (asked !== this.asked) return
    this.changes.fire(undefined)
  }

  private async findings(uri: vscode.Uri): Promise<Finding[]> {
    const client = this.client()
    return client === undefined ? [] : findingsOf(client, client.code2ProtocolConverter.asUri(uri))
  }

  private findingItem(entry: Entry): vscode.TreeItem {
    const { finding, uri } = entry
    const item = new vscode.TreeItem(title(finding))
    if (finding.id !== '') item.id = `${uri.toString()} ${finding.id}`
    item.description = description(finding)
    item.tooltip = tooltip(finding)
    item.contextValue = context(finding, entry.isMarkdown)
    const icon = finding.dismissed ? new vscode.ThemeIcon(finding.deferred ? 'clock' : 'circle-slash') : ICONS[finding.severity]
    if (icon !== undefined) item.iconPath = icon
    if (finding.range === null) return item
    const { start, end } = finding.range
    const options: vscode.TextDocumentShowOptions = {
      selection: new vscode.Range(start.line, start.character, end.line, end.character),
      preserveFocus: true,
    }
    item.command = { command: 'vscode.open', title: 'Show', arguments: [uri, options] }
    return item
  }
}

/** All that the server lists of a document: nothing where it is not open there, or the request is unknown. */
export async function findingsOf(client: LanguageClient, uri: string): Promise<Finding[]> {
  try {
    return parseFindings(await client.sendRequest('anchorline/findings', { uri }))
  } catch {
    return []
  }
}

function groupItem(group: Group): vscode.TreeItem {
  const collapsed = ['dismissed', 'deferred', 'fyi'].includes(group.key)
  const item = new vscode.TreeItem(
    group.title,
    collapsed ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded,
  )
  item.id = group.key
  item.description = String(group.findings.length)
  item.contextValue = `group ${group.key}`
  return item
}
