import { describe, expect, it } from 'vitest'
import { context, description, grouped, parseFindings, title, tooltip, type Finding } from '../src/core/findings'

function finding(fields: Partial<Finding> = {}): Finding {
  return {
    id: 'a', title: 'R7 is not defined', message: 'R7 is not defined in this document', severity: 'P0', confidence: 100,
    route: 'decision', rule: 'undefined-reference', section: 'Unit 3', fixable: false, dismissed: false,
    range: { start: { line: 4, character: 2 }, end: { line: 4, character: 4 } }, ...fields,
  }
}

const at = (line: number, character = 0): Finding['range'] => ({ start: { line, character }, end: { line, character } })

describe('the tree', () => {
  it('groups by route, leaves empty groups out, and keeps dismissed findings apart', () => {
    const groups = grouped([
      finding({ id: '1', route: 'fyi' }),
      finding({ id: '2', route: 'proposed', dismissed: true }),
      finding({ id: '3', route: 'decision' }),
      finding({ id: '4', route: 'apply' }),
    ])
    expect(groups.map((group) => [group.title, group.findings.map((each) => each.id)])).toEqual([
      ['Decisions', ['3']], ['Safe fixes', ['4']], ['FYI', ['1']], ['Dismissed', ['2']],
    ])
  })

  it('orders a group by place', () => {
    const [group] = grouped([finding({ id: 'b', range: at(9) }), finding({ id: 'c', range: at(2, 5) }), finding({ id: 'd', range: at(2, 1) })])
    expect(group?.findings.map((each) => each.id)).toEqual(['d', 'c', 'b'])
  })

  it('offers a fix where there is one, deferring in documents alone, and nothing for what is dismissed', () => {
    expect(context(finding(), true)).toBe('finding deferrable')
    expect(context(finding({ fixable: true }), false)).toBe('finding fixable')
    expect(context(finding({ route: 'fyi' }), true)).toBe('finding')
    expect(context(finding({ fixable: true, dismissed: true }), true)).toBe('dismissed')
  })

  it('says what and where, without icons of others', () => {
    const hostile = finding({ title: '$(x)\u202Eevil', section: '' })
    expect(title(hostile)).toBe('$\u2009(x)\ufffdevil')
    expect(description(hostile)).toBe('P0 · line 5')
    expect(description(finding())).toBe('P0 · Unit 3 · line 5')
    expect(tooltip(finding())).toBe('R7 is not defined in this document\nundefined-reference, confidence 100')
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
    expect(known).toMatchObject({ id: '', range: null, dismissed: true })
    expect(known && [description(known), context(known, true)]).toEqual(['', 'dismissed'])
  })
  it.each([null, [], {}, { findings: 'none' }])('%j has none', (answer) => {
    expect(parseFindings(answer)).toEqual([])
  })
})
