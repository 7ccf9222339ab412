/** When a server that ended is started again, and how starts and stops never overlap. */

export type Verdict = { kind: 'wait'; ms: number } | { kind: 'stop'; deaths: number }

/** Waits longer after each death; gives up when too many fall into one window of time. */
export class Backoff {
  private deaths: number[] = []

  constructor(
    private readonly most = 5,
    private readonly windowMs = 10 * 60_000,
    private readonly longestMs = 30_000,
  ) {}

  /** The server died at this moment (milliseconds of any clock that only goes on). */
  died(at: number): Verdict {
    this.deaths = [...this.deaths.filter((death) => at - death < this.windowMs), at]
    const count = this.deaths.length
    if (count > this.most) return { kind: 'stop', deaths: count }
    return { kind: 'wait', ms: Math.min(500 * 2 ** (count - 1), this.longestMs) }
  }

  /** A person asked for a start: what was is forgotten. */
  forget(): void {
    this.deaths = []
  }
}

/** Runs one piece of work at a time. Requests that come meanwhile share one further run. */
export class SingleFlight {
  private running: Promise<void> | undefined
  private next: Promise<void> | undefined

  constructor(private readonly work: () => Promise<void>) {}

  request(): Promise<void> {
    if (this.running === undefined) return this.run()
    this.next ??= this.running.then(
      () => this.again(),
      () => this.again(),
    )
    return this.next
  }

  private again(): Promise<void> {
    this.next = undefined
    return this.run()
  }

  private run(): Promise<void> {
    const run = this.work().finally(() => {
      if (this.running === run) this.running = undefined
    })
    this.running = run
    return run
  }
}
