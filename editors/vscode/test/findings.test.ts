import { describe, expect, it } from 'vitest'
import { context, description, grouped, parseFindings, nothingToApply, restoring, title, tooltip, type Finding } from '../src/core/findings'

function finding(fields: Partial<Finding> = {}): Finding {
  return {
    id: 'a', title: 'R7 is not defined', message: 'R7 is not defined in this document', why: '', severity: 'P0', confidence: 100,
    route: 'decision', rule: 'undefined-reference', section: 'Unit 3', fixable: false, undone: false, shown: true, dismissed: false, deferred: false, decisions: [],
    range: { start: { line: 4, character: 2 }, end: { line: 4, character: 4 } }, ...fields,
  }
}

const at = (line: number, character = 0): Finding['range'] => ({ start: { line, character }, end: { line, character } })

describe('the tree', () => {
  it('groups by route, leaves empty groups out, and keeps deferred and dismissed findings apart', () => {
    const groups = grouped([
      finding({ id: '1', route: 'fyi' }),
      finding({ id: '2', route: 'proposed', dismissed: true }),
      finding({ id: '3', route: 'decision' }),
      finding({ id: '4', route: 'apply', fixable: true }),
      finding({ id: '5', dismissed: true, deferred: true }),
    ])
    expect(groups.map((group) => [group.title, group.findings.map((each) => each.id)])).toEqual([
      ['Decisions', ['3']], ['Safe fixes', ['4']], ['FYI', ['1']], ['Deferred', ['5']], ['Dismissed', ['2']],
    ])
  })

  it('leaves to the person what has no edits, or none that fit', () => {
    const groups = grouped([
      finding({ id: '1', route: 'proposed', fixable: true }), finding({ id: '2', route: 'proposed' }), finding({ id: '3', route: 'apply' }),
    ])
    expect(groups.map((group) => [group.title, group.findings.map((each) => each.id)])).toEqual([
      ['Decisions', ['2', '3']], ['Proposed fixes', ['1']],
    ])
  })

  it('orders a group by severity, and then by place', () => {
    const [group] = grouped([
      finding({ id: 'b', severity: 'P2', range: at(1) }), finding({ id: 'c', severity: 'P1', range: at(9) }),
      finding({ id: 'd', severity: 'P1', range: at(2, 5) }), finding({ id: 'e', severity: 'P1', range: at(2, 1) }),
      finding({ id: 'f', severity: 'P0', range: at(20) }),
    ])
    expect(group?.findings.map((each) => each.id)).toEqual(['f', 'e', 'd', 'c', 'b'])
  })

  it('says of a row that the text does not mark it', () => {
    expect(description(finding({ shown: false }))).toBe('P0 · line 5 · not marked in the text · Unit 3')
    expect(description(finding({ shown: false, dismissed: true }))).toBe('P0 · line 5 · Unit 3')
  })

  const safe = finding({ route: 'apply', fixable: true })
  it.each<[string, Finding[], string | undefined]>([
    ['none', [], 'There is no safe fix to apply.'],
    ['those of another kind', [{ ...safe, route: 'proposed' }, { ...safe, fixable: false }], 'There is no safe fix to apply.'],
    ['those that nobody sees', [{ ...safe, dismissed: true }, { ...safe, shown: false }], 'There is no safe fix to apply.'],
    ['one that was taken back', [{ ...safe, undone: true }],
      'The one safe fix is left to you, for you took it back before; its quick fix makes it.'],
    ['two that were taken back, one before this review', [{ ...safe, undone: true }, { ...safe, undone: true, route: 'proposed' }],
      'The 2 safe fixes are left to you, for you took them back before; their quick fixes make them.'],
    ['one that could be applied', [safe, { ...safe, undone: true }], undefined],
  ])('tells who applies all fixes, and there are none to apply: %s', (_, findings, said) => {
    expect(nothingToApply(findings, 'safe')).toBe(said)
  })

  it('shows again what this person hid, by the decisions where they are named', () => {
    expect(restoring(finding({ dismissed: true }))).toEqual(['a'])
    expect(restoring(finding({ dismissed: true, id: '', decisions: ['d1', 'd2'] }))).toEqual(['d1', 'd2'])
    expect(restoring(finding({ dismissed: true, id: '' }))).toEqual([])
    expect(restoring(finding())).toEqual([])
    expect(context(finding({ dismissed: true, deferred: true }), true)).toBe('hidden restorable')
    expect(context(finding({ dismissed: true, id: '' }), true)).toBe('hidden')
  })

  it('offers a fix where there is one, deferring in documents alone, and nothing for what is dismissed', () => {
    expect(context(finding(), true)).toBe('finding deferrable')
    expect(context(finding({ fixable: true }), false)).toBe('finding fixable')
    expect(context(finding({ route: 'fyi' }), true)).toBe('finding')
    expect(context(finding({ fixable: true, dismissed: true }), true)).toBe('hidden restorable')
  })

  it('says what and where, without icons of others', () => {
    const hostile = finding({ title: '$(x)\u202Eevil', section: '' })
    expect(title(hostile)).toBe('$\u2009(x)\ufffdevil')
    expect(description(hostile)).toBe('P0 · line 5')
    expect(description(finding())).toBe('P0 · line 5 · Unit 3')
  })

  it('says in the tooltip what, why and how sure', () => {
    const facts = 'P0 · undefined-reference · confidence 100 · line 5 · Unit 3'
    expect(tooltip(finding({ why: 'Nobody can build it.' }))).toBe(`R7 is not defined\nNobody can build it.\n${facts}`)
    expect(tooltip(finding())).toBe(`R7 is not defined in this document\n${facts}`)
    const earlier = finding({ message: 'dismissed by a person', severity: '', section: '', range: null, confidence: 0, dismissed: true })
    expect(tooltip(earlier)).toBe('R7 is not defined\ndismissed by a person\nundefined-reference')
    expect(tooltip(finding({ why: 'one\n$(x)\u202Eevil' })).split('\n')).toHaveLength(3)
  })
})

describe('an answer', () => {
  it('keeps whole findings and leaves the others out', () => {
    const whole = finding()
    expect(parseFindings({ findings: [whole, { ...whole, range: null }, { ...whole, route: 'up' }, 5] })).toEqual([whole])
  })
  it('may hold what was dismissed earlier, without a place', () => {
    const earlier = { ...finding(), id: null, range: null, severity: '', section: '', route: 'fyi', dismissed: true }
    const [known] = parseFindings({ findings: [earlier, { ...earlier, dismissed: false }] })
    expect(known).toMatchObject({ id: '', range: null, dismissed: true, deferred: false })
    expect(known && [description(known), context(known, true)]).toEqual(['', 'hidden'])
  })
  it('of an older server lacks what newer ones say', () => {
    const { why: _, deferred: __, decisions: ___, ...older } = finding()
    expect(parseFindings({ findings: [older, { ...older, decisions: ['d', 5], dismissed: true, deferred: true }] })).toEqual([
      finding(), finding({ dismissed: true, deferred: true, decisions: ['d'] }),
    ])
  })
  it.each([null, [], {}, { findings: 'none' }])('%j has none', (answer) => {
    expect(parseFindings(answer)).toEqual([])
  })
})
