/** What an interpreter says about itself, and what that means for us. */

export const OLDEST = [3, 11] as const

/** Understood by every Python there is; imports our package alone. */
export const PROBE = [
  'import sys',
  'sys.stdout.write("python %d.%d.%d\\n" % tuple(sys.version_info[:3]))',
  'try:',
  '    import anchorline',
  '    sys.stdout.write("anchorline %s\\n" % anchorline.__version__)',
  'except ImportError:',
  '    pass',
].join('\n')

export type Probe =
  | { kind: 'ready'; python: string; anchorline: string }
  | { kind: 'without'; python: string }
  | { kind: 'old'; python: string }
  | { kind: 'broken'; reason: string }

export interface Run {
  /** The exit status; null when the program could not be run, or was ended. */
  status: number | null
  stdout: string
  stderr: string
  /** Why it could not be run: `ENOENT` and the like. */
  error?: string
}

export function judge(run: Run): Probe {
  const python = /^python (\d+)\.(\d+)\.(\d+)$/mu.exec(run.stdout)
  if (run.error !== undefined) return { kind: 'broken', reason: run.error === 'ENOENT' ? 'there is no such file' : run.error }
  if (python === null || run.status !== 0) {
    const last = run.stderr.trim().split('\n').at(-1)?.trim() ?? ''
    return { kind: 'broken', reason: last || `it ended with status ${run.status ?? 'unknown'}` }
  }
  const version = python[0].slice('python '.length)
  if (isOlder([Number(python[1]), Number(python[2])], OLDEST)) return { kind: 'old', python: version }
  const ours = /^anchorline (\S+)$/mu.exec(run.stdout)?.[1]
  return ours === undefined ? { kind: 'without', python: version } : { kind: 'ready', python: version, anchorline: ours }
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (const [index, least] of than.entries()) {
    const part = version[index] ?? 0
    if (part !== least) return part < least
  }
  return false
}
