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
  /** Why it matters; empty where nothing is known of it. */
  why: string
  severity: string
  confidence: number
  route: 'apply' | 'proposed' | 'decision' | 'fyi'
  rule: string
  section: string
  /** Null for the same. */
  range: { start: Position; end: Position } | null
  fixable: boolean
  /** Whether its fix was made and taken back: it is not made again with all the others. */
  undone: boolean
  /** Whether the text marks it: findings behind the limit stand in the panel only. */
  shown: boolean
  dismissed: boolean
  /** Whether it was put off rather than dismissed; `dismissed` is true too. */
  deferred: boolean
  /** Ids of the decisions that hide it, where its own id does not name it any more. */
  decisions: string[]
}

export type GroupKey = Finding['route'] | 'deferred' | 'dismissed'

export interface Group {
  key: GroupKey
  title: string
  findings: Finding[]
}

const SEVERITIES = ['P0', 'P1', 'P2', 'P3']

const GROUPS: readonly (readonly [GroupKey, string])[] = [
  ['decision', 'Decisions'],
  ['apply', 'Safe fixes'],
  ['proposed', 'Proposed fixes'],
  ['fyi', 'FYI'],
  ['deferred', 'Deferred'],
  ['dismissed', 'Dismissed'],
]

/** Groups that hold something, in the order in which a person works through them; the gravest findings first, and
 * those of one severity by their place. */
export function grouped(findings: readonly Finding[]): Group[] {
  return GROUPS.map(([key, title]) => ({
    key,
    title,
    findings: findings.filter((finding) => groupOf(finding) === key).sort(byWeight),
  })).filter((group) => group.findings.length > 0)
}

function groupOf(finding: Finding): GroupKey {
  if (finding.dismissed) return finding.deferred ? 'deferred' : 'dismissed'
  if (finding.route === 'fyi' || finding.fixable) return finding.route
  return 'decision' // a fix that cannot be applied, or is prose, leaves it to the person
}

/** As the editor's list of problems: by severity, then by place. What lost its severity or its place comes last. */
function byWeight(a: Finding, b: Finding): number {
  return rank(a) - rank(b) || byPlace(a, b)
}

function rank(finding: Finding): number {
  const at = SEVERITIES.indexOf(finding.severity)
  return at < 0 ? SEVERITIES.length : at
}

function byPlace(a: Finding, b: Finding): number {
  if (a.range === null || b.range === null) return Number(a.range === null) - Number(b.range === null)
  return a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character
}

/** Words of a tree item's `contextValue`, by which package.json decides which actions it gets. */
export function context(finding: Finding, isMarkdown: boolean): string {
  if (finding.dismissed) return restoring(finding).length > 0 ? 'hidden restorable' : 'hidden'
  // Open questions are a section of a document; source files have none.
  const isDeferrable = isMarkdown && finding.route !== 'fyi'
  return ['finding', ...(finding.fixable ? ['fixable'] : []), ...(isDeferrable ? ['deferrable'] : [])].join(' ')
}

/** What `anchorline.undismiss` is given to show a finding again; nothing where that is not for this person to do. */
export function restoring(finding: Finding): string[] {
  if (!finding.dismissed) return []
  if (finding.decisions.length > 0) return finding.decisions
  return finding.id === '' ? [] : [finding.id]
}

/** What a person is told who applies all fixes of a kind, and there are none; undefined where that would not be true. */
export function nothingToApply(findings: readonly Finding[], kind: 'safe' | 'proposed'): string | undefined {
  const route = kind === 'safe' ? 'apply' : 'proposed'
  const left = findings.filter(
    ({ fixable, dismissed, shown, undone, ...finding }) =>
      fixable && !dismissed && shown && (finding.route === route || (undone && kind === 'safe')),
  )
  if (left.some((finding) => !finding.undone)) return undefined
  if (left.length === 0) return `There is no ${kind} fix to apply.`
  return left.length === 1
    ? `The one ${kind} fix is left to you, for you took it back before; its quick fix makes it.`
    : `The ${left.length} ${kind} fixes are left to you, for you took them back before; their quick fixes make them.`
}

export function title(finding: Finding): string {
  return label(finding.title, 160)
}

export function description(finding: Finding): string {
  const place = finding.range === null ? '' : `line ${finding.range.start.line + 1}`
  const unmarked = finding.shown || finding.dismissed ? '' : 'not marked in the text'
  return [label(finding.severity, 4), place, unmarked, label(finding.section, 60)].filter((part) => part !== '').join(' · ')
}

/** Plain text: what, why, and what the row has no room for. */
export function tooltip(finding: Finding): string {
  const told = finding.title !== '' && finding.message.includes(finding.title)
  const [what, why] = finding.why === '' && told ? [finding.message, ''] : [finding.title, finding.why || finding.message]
  const place = finding.range
  const facts = [
    label(finding.severity, 4),
    label(finding.rule, 80),
    ...(place === null ? [] : [`confidence ${finding.confidence}`, `line ${place.start.line + 1}`]),
    label(finding.section, 120),
  ]
  const lines = [label(what, 300), label(why, 1000), facts.filter((part) => part !== '').join(' · ')]
  return lines.filter((line) => line !== '').join('\n')
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
    why: text(value['why']),
    severity: text(value['severity']),
    confidence: typeof value['confidence'] === 'number' ? value['confidence'] : 0,
    route: value['route'] as Finding['route'],
    rule: text(value['rule']),
    section: text(value['section']),
    range,
    fixable: value['fixable'] === true,
    undone: value['undone'] === true,
    shown: value['shown'] !== false,
    dismissed,
    deferred: dismissed && value['deferred'] === true,
    decisions: Array.isArray(value['decisions']) ? value['decisions'].filter((each) => typeof each === 'string') : [],
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
