/** The tree of the findings panel, from the answer to `anchorline/findings`. */

import { label } from './escape'

export interface Position {
  line: number
  character: number
}

export interface Finding {
  /** Empty for what was dismissed before the latest review: only its account is left. */
  id: string
  title: string
  message: string
  severity: string
  confidence: number
  route: 'apply' | 'proposed' | 'decision' | 'fyi'
  rule: string
  section: string
  /** Null for the same. */
  range: { start: Position; end: Position } | null
  fixable: boolean
  dismissed: boolean
}

export type GroupKey = Finding['route'] | 'dismissed'

export interface Group {
  key: GroupKey
  title: string
  findings: Finding[]
}

const GROUPS: readonly (readonly [GroupKey, string])[] = [
  ['decision', 'Decisions'],
  ['apply', 'Safe fixes'],
  ['proposed', 'Proposed fixes'],
  ['fyi', 'FYI'],
  ['dismissed', 'Dismissed'],
]

/** Groups that hold something, in the order in which a person works through them; findings by their place. */
export function grouped(findings: readonly Finding[]): Group[] {
  return GROUPS.map(([key, title]) => ({
    key,
    title,
    findings: findings.filter((finding) => groupOf(finding) === key).sort(byPlace),
  })).filter((group) => group.findings.length > 0)
}

function groupOf(finding: Finding): GroupKey {
  return finding.dismissed ? 'dismissed' : finding.route
}

function byPlace(a: Finding, b: Finding): number {
  if (a.range === null || b.range === null) return Number(a.range === null) - Number(b.range === null)
  return a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character
}

/** Words of a tree item's `contextValue`, by which package.json decides which actions it gets. */
export function context(finding: Finding, isMarkdown: boolean): string {
  if (finding.dismissed) return 'dismissed'
  // Open questions are a section of a document; source files have none.
  const isDeferrable = isMarkdown && finding.route !== 'fyi'
  return ['finding', ...(finding.fixable ? ['fixable'] : []), ...(isDeferrable ? ['deferrable'] : [])].join(' ')
}

export function title(finding: Finding): string {
  return label(finding.title, 160)
}

export function description(finding: Finding): string {
  const place = finding.range === null ? '' : `line ${finding.range.start.line + 1}`
  return [label(finding.severity, 4), label(finding.section, 60), place].filter((part) => part !== '').join(' · ')
}

export function tooltip(finding: Finding): string {
  const confidence = finding.range === null ? '' : `, confidence ${finding.confidence}`
  return `${label(finding.message, 300)}\n${label(finding.rule, 80)}${confidence}`
}

const ROUTES = new Set<unknown>(['apply', 'proposed', 'decision', 'fyi'])

/** The findings of an answer; one that is of another shape is left out, and costs its neighbours nothing. */
export function parseFindings(answer: unknown): Finding[] {
  const listed = isRecord(answer) && Array.isArray(answer['findings']) ? answer['findings'] : []
  return listed.flatMap((each) => {
    const finding = parseFinding(each)
    return finding === undefined ? [] : [finding]
  })
}

function parseFinding(value: unknown): Finding | undefined {
  if (!isRecord(value) || !ROUTES.has(value['route'])) return undefined
  const dismissed = value['dismissed'] === true
  const range = parseRange(value['range'])
  // Without an id and a place nothing can be done with it; that is as it should be for what was dismissed, only.
  if (!dismissed && (typeof value['id'] !== 'string' || range === null)) return undefined
  return {
    id: text(value['id']),
    title: text(value['title']),
    message: text(value['message']),
    severity: text(value['severity']),
    confidence: typeof value['confidence'] === 'number' ? value['confidence'] : 0,
    route: value['route'] as Finding['route'],
    rule: text(value['rule']),
    section: text(value['section']),
    range,
    fixable: value['fixable'] === true,
    dismissed,
  }
}

function parseRange(value: unknown): Finding['range'] {
  if (!isRecord(value) || !isPosition(value['start']) || !isPosition(value['end'])) return null
  return { start: value['start'], end: value['end'] }
}

function isPosition(value: unknown): value is Position {
  return isRecord(value) && typeof value['line'] === 'number' && typeof value['character'] === 'number'
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
