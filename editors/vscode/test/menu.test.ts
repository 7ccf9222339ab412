import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { menu, type Facts } from '../src/core/menu'
import type { Status } from '../src/core/status'

const OF_A_REVIEW: Status = {
  uri: 'file:///plan.md', state: 'offline', message: '', reviewers: [],
  counts: { error: 0, warning: 2, information: 1, hint: 5, more: 0 }, usd: { document: 0.01, today: 0.5, limit: 2 },
}

function facts(fields: Partial<Facts> = {}): Facts {
  return {
    server: { kind: 'running' }, hasDocument: true, status: OF_A_REVIEW, usd: OF_A_REVIEW.usd, key: 'none', hasModel: false, ...fields,
  }
}

const commands = (given: Facts): string[] =>
  menu(given).flatMap(({ title, rows }) => [...(title === '' ? [] : [title]), ...rows.map(({ command }) => command.replace('anchorline.', ''))])

const said = (given: Facts, command: string): string | undefined =>
  menu(given).flatMap(({ rows }) => rows).find((row) => row.command === `anchorline.${command}`)?.description

interface Manifest {
  contributes: { commands: { command: string; title: string; category: string }[] }
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const titles = contributes.commands.map(({ title }) => title)

describe('the menu', () => {
  it('offers what there is to do with a document', () => {
    expect(commands(facts())).toEqual([
      'review', 'reviewThoroughly', 'pause', 'findings.focus', 'showReport',
      'Models', 'setKey', 'chooseModel', 'askAgain', 'showSpend',
      'Anchorline', 'openSettings', 'showLog', 'restart',
    ])
  })

  it('has nothing of a document where none is in front', () => {
    expect(commands(facts({ hasDocument: false, status: undefined }))).toEqual([
      'Models', 'setKey', 'chooseModel', 'showSpend', 'Anchorline', 'openExample', 'openSettings', 'showLog', 'restart',
    ])
  })

  it('has the server alone where that does not run', () => {
    expect(commands(facts({ server: { kind: 'stopped', reason: '', isMissing: true } }))).toEqual([
      'Anchorline', 'install', 'openSettings', 'showLog', 'restart',
    ])
  })

  it('cancels what runs, and resumes what the person paused', () => {
    expect(commands(facts({ status: { ...OF_A_REVIEW, state: 'reviewing' } }))).toContain('cancel')
    expect(commands(facts({ status: { ...OF_A_REVIEW, state: 'checking' } }))).not.toContain('cancel')
    const held = commands(facts({ status: { ...OF_A_REVIEW, state: 'paused' } }))
    expect(held).toContain('resume')
    expect(held).not.toContain('pause')
  })

  it('says what holds now', () => {
    expect(said(facts(), 'setKey')).toBe('no key is set')
    expect(said(facts({ key: 'stored' }), 'setKey')).toBe('a key is set')
    expect(said(facts({ key: 'environment' }), 'setKey')).toBe('none is set; the environment has one')
    expect([false, true].map((hasModel) => said(facts({ hasModel }), 'chooseModel'))).toEqual(['none is chosen', 'a model is chosen'])
    expect(said(facts(), 'findings.focus')).toBe('3 findings, 5 hints')
    expect(said(facts(), 'showSpend')).toBe('$0.01 for this document, $0.50 of $2.00 today')
    expect(said(facts({ hasDocument: false, status: undefined }), 'showSpend')).toBe('$0.50 of $2.00 today')
    expect(said(facts({ hasDocument: false, status: undefined, usd: undefined }), 'showSpend')).toBeUndefined()
  })

  it('names every row as its command is named', () => {
    const missing: Facts['server'] = { kind: 'stopped', reason: '', isMissing: true }
    const all = [
      facts(), facts({ hasDocument: false }), facts({ server: missing }),
      ...(['reviewing', 'paused'] as const).map((state) => facts({ status: { ...OF_A_REVIEW, state } })),
    ]
    const rows = all.flatMap(menu).flatMap((section) => section.rows)
    const known = new Set(contributes.commands.map(({ command }) => command))
    // This one is the editor's, and has a title that it made itself.
    const unknown = rows.map(({ command }) => command).filter((command) => !known.has(command))
    expect([...new Set(unknown)]).toEqual(['anchorline.findings.focus'])
  })
})

describe('the command palette', () => {
  /** Whether the words of `typed` begin words of `title`, in this order: how the palette matches. */
  const matches = (typed: string, title: string): boolean =>
    new RegExp(typed.split(' ').map((word) => `\\b${word}`).join('.*'), 'iu').test(title)

  it.each(titles.filter((title) => title !== 'Review This Document'))('%s is not what is meant by "Review This Document"', (title) => {
    expect(matches('Review This Document', title)).toBe(false)
  })

  it('has one command for each title, in title case', () => {
    expect(new Set(titles).size).toBe(titles.length)
    const small = /^(?:a|an|and|as|by|for|in|of|or|the|to)$/u
    for (const title of titles) {
      const words = title.split(/[ ,]+/u)
      expect(words.filter((word, at) => /^[a-z]/u.test(word) && (at === 0 || !small.test(word))), title).toEqual([])
    }
  })

  it('says whose all commands are', () => {
    expect(contributes.commands.filter(({ category }) => category !== 'Anchorline')).toEqual([])
  })
})
