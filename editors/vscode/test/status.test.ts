import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { barText, counted, dollars, emptiness, isHeld, lacksServer, parseStatus, shown, waiting, type ServerState, type Status } from '../src/core/status'

const RUNNING = { kind: 'running' } as const

function status(fields: Partial<Status>): Status {
  return {
    uri: 'file:///plan.md',
    state: 'complete',
    message: '',
    counts: { error: 0, warning: 2, information: 1, hint: 5, more: 0 },
    reviewers: [],
    usd: { document: 0, today: 0, limit: 2 },
    ...fields,
  }
}

describe('what the status bar says', () => {
  const cases: [Partial<Status>, string, string][] = [
    [{ state: 'checking' }, 'checking', 'information'],
    [{ state: 'reviewing', message: '4 of 7' }, 'reviewing 4 of 7', 'information'],
    [{ state: 'complete' }, '3 findings, 5 hints', 'information'],
    [{ state: 'offline' }, '3 findings, 5 hints (checks only)', 'information'],
    [{ state: 'idle', message: 'switched off by settings' }, 'switched off by settings', 'information'],
    [{ state: 'idle' }, 'ready', 'information'],
    [{ state: 'paused' }, 'paused', 'information'],
    [
      { state: 'paused', message: 'budget.usd_per_day is spent', reviewers: [{ name: 'coherence', state: 'over_budget' }], usd: { document: 0.5, today: 0.5, limit: 0.5 } },
      'paused at $0.50',
      'warning',
    ],
    [{ state: 'failed', message: 'the log says where' }, 'review failed', 'error'],
    [
      { state: 'incomplete', reviewers: [{ name: 'feasibility', state: 'timeout' }, { name: 'coherence', state: 'ok' }] },
      'incomplete: feasibility timed out',
      'warning',
    ],
    [
      {
        state: 'incomplete',
        reviewers: ['timeout', 'refused', 'malformed', 'cut_off'].map((state, at) => ({ name: `r${at}`, state })),
      },
      'incomplete: r0 timed out, r1 refused, 2 more',
      'warning',
    ],
  ]
  it.each(cases)('%j is shown as "%s" (%s)', (fields, text, severity) => {
    const now = shown(RUNNING, status(fields))
    expect([now.text, now.severity]).toEqual([text, severity])
  })

  it('says why there is no server', () => {
    expect(shown({ kind: 'stopped', reason: 'No Python was found.' }, status({}))).toMatchObject({
      text: 'not running', detail: 'No Python was found.', severity: 'error',
    })
  })

  it('says of a pause how it ends, and of a spent budget what the server says', () => {
    expect(shown(RUNNING, status({ state: 'paused' })).detail).toMatch(/are paused.*“Resume for This Document”/u)
    const spent = status({ state: 'paused', message: 'raise budget.usd_per_day', reviewers: [{ name: 'coherence', state: 'over_budget' }] })
    expect([shown(RUNNING, spent).detail, isHeld(spent)]).toEqual(['raise budget.usd_per_day', false])
    expect([isHeld({ ...spent, message: '' }), isHeld(status({})), isHeld(undefined)]).toEqual([true, false, false])
  })

  it('says of checks alone why models took no part', () => {
    const message = '3 findings, 5 hints; checks only: no model is configured'
    expect(shown(RUNNING, status({ state: 'offline', message })).detail).toBe(message)
  })

  it('is ready before anything was reviewed', () => {
    expect(shown(RUNNING, undefined).text).toBe('ready')
  })

  it('lets no text of a document become an icon or a second line', () => {
    const now = shown(RUNNING, status({ state: 'incomplete', reviewers: [{ name: '$(flame)\nx', state: 'error' }] }))
    expect(now.text).not.toMatch(/\$\(|\n/u)
  })

  it('keeps what models cost in the detail', () => {
    const now = shown(RUNNING, status({ message: '3 findings', usd: { document: 0.012, today: 1.5, limit: 2 } }))
    expect(now.detail).toBe('3 findings · $0.01 for this document, $1.50 of $2.00 today')
  })
})

it('counts in words', () => {
  const none = { error: 0, warning: 0, information: 0, hint: 0, more: 0 }
  expect(counted(none)).toBe('no findings')
  expect(counted({ ...none, error: 1 })).toBe('1 finding')
  expect(counted({ ...none, hint: 1, more: 3 })).toBe('3 findings, 1 hint')
})

it('counts what waits for a person: all but hints', () => {
  expect(waiting({ error: 1, warning: 2, information: 3, hint: 9, more: 4 })).toBe(10)
})

it('shows small sums with their digits', () => {
  expect([dollars(0), dollars(0.0012), dollars(0.5)]).toEqual(['$0.00', '$0.0012', '$0.50'])
})

describe('a notification of another shape', () => {
  it.each([null, 5, {}, { uri: 5, state: 'idle' }, { uri: 'file:///x', state: 'dancing' }])('%j is ignored', (value) => {
    expect(parseStatus(value)).toBeUndefined()
  })
  it('with missing parts counts nothing', () => {
    expect(parseStatus({ uri: 'file:///x', state: 'idle', counts: { error: 'many' } })?.counts.error).toBe(0)
  })
})

describe('without a server', () => {
  const missing: ServerState = { kind: 'stopped', reason: 'The server was not found.', isMissing: true }
  const ended: ServerState = { kind: 'stopped', reason: 'The server ended 6 times.' }
  it('the status bar names the product and what is missing', () => {
    expect([missing, ended].map((server) => barText(server, shown(server, undefined)))).toEqual([
      'Anchorline: no server', 'Anchorline: not running',
    ])
    expect(barText(RUNNING, shown(RUNNING, status({})))).toBe('3 findings, 5 hints')
  })
  it('installing is offered where there is none, not where one ended', () => {
    expect([missing, ended, RUNNING].map(lacksServer)).toEqual([true, false, false])
  })
})

describe('an empty panel says why', () => {
  const cases: [string, ServerState, boolean, Partial<Status> | undefined, string][] = [
    ['no server was found', { kind: 'stopped', reason: '', isMissing: true }, true, undefined, 'missing'],
    ['the server ended', { kind: 'stopped', reason: '' }, true, undefined, 'stopped'],
    ['the server is being installed', { kind: 'installing' }, false, undefined, 'installing'],
    ['the server starts', { kind: 'starting' }, true, undefined, 'starting'],
    ['the server starts again', { kind: 'restarting' }, true, undefined, 'starting'],
    ['nothing is open that is reviewed', RUNNING, false, undefined, 'unreviewed'],
    ['nothing was heard of the document yet', RUNNING, true, undefined, 'checking'],
    ['checks run', RUNNING, true, { state: 'checking' }, 'checking'],
    ['models read', RUNNING, true, { state: 'reviewing' }, 'checking'],
    ['it is paused', RUNNING, true, { state: 'paused' }, 'paused'],
    ['a budget is spent', RUNNING, true, { state: 'paused', message: 'spent', reviewers: [{ name: 'x', state: 'over_budget' }] }, 'failed'],
    ['a reviewer is missing', RUNNING, true, { state: 'incomplete' }, 'failed'],
    ['it is switched off', RUNNING, true, { state: 'idle' }, 'idle'],
    ['checks alone found nothing', RUNNING, true, { state: 'offline' }, 'none'],
    ['models found nothing', RUNNING, true, { state: 'complete' }, 'none'],
  ]
  it.each(cases)('%s', (_, server, isOpen, fields, why) => {
    expect(emptiness(server, isOpen, fields && status(fields))).toBe(why)
  })
  it('in words that package.json has, one entry for each', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { viewsWelcome: { when: string }[] }
    }
    const worded = manifest.contributes.viewsWelcome.map(({ when }) => when.replace('anchorline.empty == ', ''))
    expect(worded.toSorted()).toEqual([...new Set([...cases.map((each) => each[4]), 'failed'])].toSorted())
  })
})
