import { describe, expect, it } from 'vitest'
import { choose, conversation, Failure, parseParams } from '../src/core/createMessage'

const WHOLE = { model: 'm', system: 'You review.', messages: [{ role: 'user', content: 'text' }], maxTokens: 100, reviewer: 'coherence' }

describe('the parameters of a request', () => {
  it('are taken as they are', () => {
    expect(parseParams(WHOLE)).toEqual(WHOLE)
  })
  it('need no model', () => {
    expect(parseParams({ ...WHOLE, model: undefined })).not.toHaveProperty('model')
  })
  it.each([
    null, {}, { ...WHOLE, system: 5 }, { ...WHOLE, messages: [] }, { ...WHOLE, messages: [{ role: 'system', content: 'x' }] },
    { ...WHOLE, messages: [{ role: 'user' }] }, { ...WHOLE, maxTokens: 0 }, { ...WHOLE, maxTokens: 'all' },
  ])('%j are refused', (value) => {
    expect(parseParams(value)).toBeUndefined()
  })
})

it('puts the system prompt before the rest', () => {
  expect(conversation({ ...WHOLE, messages: [{ role: 'user', content: 'text' }] })).toEqual([
    { role: 'user', content: 'You review.' }, { role: 'user', content: 'text' },
  ])
})

it('uses the model that was chosen, and no other', () => {
  const models = [{ vendor: 'v', id: 'a', family: 'f' }, { vendor: 'w', id: 'a', family: 'f' }]
  expect(choose(models, 'w/a')).toBe(models[1])
  expect(choose(models, 'v/b')).toBeUndefined()
})

it.each([['no_model', 'unauthorized'], ['no_permission', 'unauthorized'], ['blocked', 'overloaded'], ['too_long', 'error']] as const)(
  '%s means %s to a review',
  (kind, outcome) => {
    expect(new Failure(kind, 'why').data).toEqual({ kind, outcome })
  },
)
