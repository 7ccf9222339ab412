import { describe, expect, it } from 'vitest'
import { Backoff, SingleFlight } from '../src/core/restarts'
import { within } from '../src/core/within'

describe('the back-off', () => {
  it('waits longer each time, and gives up after five deaths in ten minutes', () => {
    const backoff = new Backoff()
    const verdicts = [0, 1, 2, 3, 4, 5].map((second) => backoff.died(second * 1000))
    expect(verdicts.map((each) => (each.kind === 'wait' ? each.ms : each.kind))).toEqual([500, 1000, 2000, 4000, 8000, 'stop'])
  })
  it('gives up a server that dies every minute', () => {
    const backoff = new Backoff()
    const kinds = Array.from({ length: 6 }, (_, minute) => backoff.died(minute * 60_000).kind)
    expect(kinds.at(-1)).toBe('stop')
  })
  it('never gives up one that dies every three minutes', () => {
    const backoff = new Backoff()
    const kinds = Array.from({ length: 100 }, (_, at) => backoff.died(at * 180_000).kind)
    expect(new Set(kinds)).toEqual(new Set(['wait']))
  })
  it('forgets when a person starts it', () => {
    const backoff = new Backoff(1)
    backoff.died(0)
    backoff.forget()
    expect(backoff.died(1).kind).toBe('wait')
  })
})

describe('single flight', () => {
  function work() {
    const ends: (() => void)[] = []
    let most = 0
    let now = 0
    const flight = new SingleFlight(async () => {
      now++
      most = Math.max(most, now)
      await new Promise<void>((resolve) => ends.push(resolve))
      now--
    })
    return { flight, ends, most: () => most }
  }

  it('runs one at a time; requests that come meanwhile share one further run', async () => {
    const { flight, ends, most } = work()
    const first = flight.request()
    const others = [flight.request(), flight.request(), flight.request()]
    expect(ends.length).toBe(1)
    ends[0]?.()
    await first
    await Promise.resolve()
    expect(ends.length).toBe(2)
    ends[1]?.()
    await Promise.all(others)
    expect([ends.length, most()]).toEqual([2, 1])
  })

  it('goes on after a run that failed', async () => {
    let runs = 0
    const flight = new SingleFlight(async () => {
      runs++
      if (runs === 1) throw new Error('no')
    })
    const first = flight.request()
    const second = flight.request()
    await expect(first).rejects.toThrow('no')
    await second
    await flight.request()
    expect(runs).toBe(3)
  })
})

describe('work within a time', () => {
  it('is its own result, or its own error', async () => {
    expect(await within(Promise.resolve(5), 1000)).toBe(5)
    await expect(within(Promise.reject(new Error('no')), 1000)).rejects.toThrow('no')
  })
  it('that never ends is an error', async () => {
    await expect(within(new Promise(() => undefined), 5)).rejects.toThrow('no answer within 0.005 s')
  })
})
