/** What the `anchorline/status` notification means to a person: the words of the status bar and of the status item. */

import { label } from './escape'

export type ReviewState =
  | 'idle' | 'checking' | 'reviewing' | 'complete' | 'incomplete' | 'offline' | 'paused' | 'failed'

export interface Counts {
  error: number
  warning: number
  information: number
  hint: number
  /** Findings that stand back behind the limit. */
  more: number
}

export interface Reviewer {
  name: string
  state: string
}

export interface Status {
  uri: string
  state: ReviewState
  message: string
  counts: Counts
  reviewers: Reviewer[]
  /** US dollars. */
  usd: { document: number; today: number; limit: number }
}

/** The server's process, as far as a person cares. */
export type ServerState =
  | { kind: 'starting' | 'installing' | 'running' | 'restarting' }
  /** `isMissing`: there is none to start, until one is installed. */
  | { kind: 'stopped'; reason: string; isMissing?: boolean }

export type Severity = 'information' | 'warning' | 'error'

export interface Shown {
  icon: string
  /** Without the icon. */
  text: string
  detail: string
  severity: Severity
  busy: boolean
}

const STATES = new Set<string>([
  'idle', 'checking', 'reviewing', 'complete', 'incomplete', 'offline', 'paused', 'failed',
])

/** The notification's parameters, or undefined when they are of another shape. */
export function parseStatus(value: unknown): Status | undefined {
  if (!isRecord(value) || typeof value['uri'] !== 'string' || !STATES.has(String(value['state']))) return undefined
  const counts = isRecord(value['counts']) ? value['counts'] : {}
  const usd = isRecord(value['usd']) ? value['usd'] : {}
  const reviewers = Array.isArray(value['reviewers']) ? value['reviewers'].filter(isRecord) : []
  return {
    uri: value['uri'],
    state: value['state'] as ReviewState,
    message: typeof value['message'] === 'string' ? value['message'] : '',
    counts: {
      error: number(counts['error']),
      warning: number(counts['warning']),
      information: number(counts['information']),
      hint: number(counts['hint']),
      more: number(counts['more']),
    },
    reviewers: reviewers.map((each) => ({ name: String(each['name']), state: String(each['state']) })),
    usd: { document: number(usd['document']), today: number(usd['today']), limit: number(usd['limit']) },
  }
}

export function shown(server: ServerState, status: Status | undefined): Shown {
  switch (server.kind) {
    case 'starting':
      return plain('sync~spin', 'starting', 'The server starts.', true)
    case 'installing':
      return plain('sync~spin', 'installing', 'The server is being installed.', true)
    case 'restarting':
      return { ...plain('sync~spin', 'restarting', 'The server ended and is started again.', true), severity: 'warning' }
    case 'stopped':
      return { icon: 'error', text: lacksServer(server) ? 'no server' : 'not running', detail: label(server.reason, 300), severity: 'error', busy: false }
    case 'running':
      return status === undefined ? plain('checklist', 'ready', 'Nothing reviewed yet.', false) : ofReview(status)
  }
}

/** Whether installing the server is what helps. */
export function lacksServer(server: ServerState): boolean {
  return server.kind === 'stopped' && server.isMissing === true
}

/** The words of the status bar, where nothing but the text says whose they are: an error is to name its product. */
export function barText(server: ServerState, now: Shown): string {
  return server.kind === 'stopped' ? `Anchorline: ${now.text}` : now.text
}

/** Why the findings panel is empty; package.json has the words for each. */
export type Emptiness =
  | 'missing' | 'installing' | 'starting' | 'stopped' | 'unreviewed' | 'checking' | 'paused' | 'failed' | 'idle' | 'none'

/** `status` is that of the open document, if it is one that is reviewed and something was heard of it. */
export function emptiness(server: ServerState, isReviewedOpen: boolean, status: Status | undefined): Emptiness {
  if (server.kind === 'stopped') return lacksServer(server) ? 'missing' : 'stopped'
  if (server.kind === 'installing') return 'installing'
  if (server.kind !== 'running') return 'starting'
  if (!isReviewedOpen) return 'unreviewed'
  switch (status?.state) {
    case undefined:
    case 'checking':
    case 'reviewing':
      return 'checking'
    case 'paused':
      return isHeld(status) ? 'paused' : 'failed'
    case 'failed':
    case 'incomplete':
      return 'failed'
    case 'idle':
      return 'idle'
    case 'complete':
    case 'offline':
      return 'none'
  }
}

function ofReview(status: Status): Shown {
  const found = counted(status.counts)
  const detail = details(status)
  switch (status.state) {
    case 'checking':
      return plain('sync~spin', 'checking', detail, true)
    case 'reviewing':
      return plain('sync~spin', `reviewing ${label(status.message, 40)}`.trim(), detail, true)
    case 'complete':
      return plain(status.counts.error > 0 ? 'error' : 'pass', found, detail, false)
    case 'offline':
      return plain('checklist', `${found} (checks only)`, detail, false)
    case 'idle':
      return plain('checklist', label(status.message, 60) || 'ready', detail, false)
    case 'incomplete': {
      const text = `incomplete: ${missing(status) || label(status.message, 80)}`
      return { icon: 'warning', text, detail, severity: 'warning', busy: false }
    }
    case 'paused': {
      if (isHeld(status)) return plain('debug-pause', 'paused', [HELD, detail].filter((part) => part !== '').join(' · '), false)
      return { icon: 'debug-pause', text: `paused at ${dollars(status.usd.today)}`, detail, severity: 'warning', busy: false }
    }
    case 'failed':
      return { icon: 'error', text: 'review failed', detail, severity: 'error', busy: false }
  }
}

const HELD = 'Reviews of this document are paused. A click opens the menu: “Resume for This Document” goes on.'

/** Whether the person paused it: resuming helps then, as it does not where a budget is spent. */
export function isHeld(status: Status | undefined): boolean {
  if (status?.state !== 'paused') return false
  return status.message === '' || status.reviewers.every((reviewer) => reviewer.state !== 'over_budget')
}

/** "3 findings, 5 hints"; "no findings". Those behind the limit count, too. */
export function counted(counts: Counts): string {
  const findings = waiting(counts)
  const parts = []
  if (findings > 0) parts.push(`${findings} finding${findings === 1 ? '' : 's'}`)
  if (counts.hint > 0) parts.push(`${counts.hint} hint${counts.hint === 1 ? '' : 's'}`)
  return parts.join(', ') || 'no findings'
}

/** Findings that wait for the person, those behind the limit too; what the panel's badge counts. */
export function waiting(counts: Counts): number {
  return counts.error + counts.warning + counts.information + counts.more
}

const WORDS: Record<string, string> = {
  timeout: 'timed out',
  overloaded: 'was overloaded',
  cut_off: 'was cut off',
  refused: 'refused',
  malformed: 'answered unreadably',
  over_budget: 'was over budget',
  unauthorized: 'was refused the key',
  error: 'failed',
}

/** "feasibility timed out, coherence and 2 more failed": at most two named, since it stands in a status bar. */
function missing(status: Status): string {
  const lost = status.reviewers.filter((reviewer) => reviewer.state in WORDS)
  const named = lost.slice(0, 2).map((reviewer) => `${label(reviewer.name, 30)} ${WORDS[reviewer.state]}`)
  const rest = lost.length - named.length
  return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

function details(status: Status): string {
  const parts = [label(status.message, 200)]
  if (status.usd.document > 0 || status.usd.today > 0) parts.push(spend(status))
  return parts.filter((part) => part !== '').join(' · ')
}

/** What models cost: this document, today, and what a day may cost. */
export function spend(status: Status): string {
  return `${dollars(status.usd.document)} for this document, ${spendToday(status.usd)}`
}

/** Of all documents together. */
export function spendToday(usd: Status['usd']): string {
  return `${dollars(usd.today)} of ${dollars(usd.limit)} today`
}

export function dollars(amount: number): string {
  return amount > 0 && amount < 0.01 ? `$${amount.toFixed(4)}` : `$${amount.toFixed(2)}`
}

function plain(icon: string, text: string, detail: string, busy: boolean): Shown {
  return { icon, text, detail, severity: 'information', busy }
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
