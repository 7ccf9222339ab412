/** Where the server is. Asks what it is handed, in the one order that the manual states, and explains what failed. */

import type { Probe } from './python'

export type Source = 'anchorline.path' | 'anchorline.interpreter' | 'project' | 'PATH' | 'extension'

export interface Launch {
  command: string
  args: string[]
  source: Source
}

export interface Surroundings {
  /** The settings; empty when not set. */
  path: string
  interpreter: string
  /** Interpreters of the project's environment, best first; none in a workspace that is not trusted. */
  projectInterpreters(): Promise<string[]>
  isFile(path: string): Promise<boolean>
  onPath(name: string): Promise<string | undefined>
  probe(interpreter: string): Promise<Probe>
  /** The interpreter of the environment that this extension made. */
  managed(): Promise<string | undefined>
}

export type Located =
  | { kind: 'found'; launch: Launch; notes: string[] }
  /** A setting names something that does not work: nothing else is tried, since the person chose it. */
  | { kind: 'wrong setting'; message: string; notes: string[] }
  /** Nothing found; the server can be installed. */
  | { kind: 'not found'; notes: string[] }

export async function locate(around: Surroundings): Promise<Located> {
  const notes: string[] = []
  if (around.path !== '') {
    if (await around.isFile(around.path)) return found(around.path, ['server'], 'anchorline.path', notes)
    const message = `The setting anchorline.path names ${around.path}, which is no file. Correct the setting, or remove it.`
    return { kind: 'wrong setting', message, notes }
  }
  if (around.interpreter !== '') {
    const probe = await around.probe(around.interpreter)
    if (probe.kind === 'ready') return byInterpreter(around.interpreter, 'anchorline.interpreter', notes)
    const message = `The setting anchorline.interpreter: ${explained(around.interpreter, probe)}`
    return { kind: 'wrong setting', message, notes }
  }
  for (const interpreter of await around.projectInterpreters()) {
    const probe = await around.probe(interpreter)
    if (probe.kind === 'ready') return byInterpreter(interpreter, 'project', notes)
    notes.push(`the project's environment: ${explained(interpreter, probe)}`)
  }
  const onPath = await around.onPath('anchorline')
  if (onPath !== undefined) return found(onPath, ['server'], 'PATH', notes)
  notes.push('there is no anchorline on PATH')
  const managed = await around.managed()
  if (managed !== undefined) {
    const probe = await around.probe(managed)
    if (probe.kind === 'ready') return byInterpreter(managed, 'extension', notes)
    notes.push(`the environment of this extension: ${explained(managed, probe)}`)
  } else {
    notes.push('this extension has not installed the server')
  }
  return { kind: 'not found', notes }
}

/** One sentence: what is wrong with an interpreter, and what to do. */
export function explained(interpreter: string, probe: Probe): string {
  switch (probe.kind) {
    case 'ready':
      return `${interpreter} has Anchorline ${probe.anchorline}.`
    case 'without':
      return `${interpreter} (Python ${probe.python}) does not have Anchorline. Run "${interpreter}" -m pip install anchorline, or choose another interpreter.`
    case 'old':
      return `${interpreter} is Python ${probe.python}; Anchorline needs 3.11 or newer.`
    case 'broken':
      return `${interpreter} cannot be run (${probe.reason}). Make its environment anew, or choose another interpreter.`
  }
}

export type Host =
  | { kind: 'found'; interpreter: string; python: string }
  | { kind: 'none'; message: string }

/** An interpreter that the server can be installed for: the first of the candidates that is new enough. */
export async function host(
  candidates: readonly string[],
  probe: (interpreter: string) => Promise<Probe>,
): Promise<Host> {
  const old: string[] = []
  for (const interpreter of candidates) {
    const result = await probe(interpreter)
    if (result.kind === 'ready' || result.kind === 'without') return { kind: 'found', interpreter, python: result.python }
    if (result.kind === 'old') old.push(result.python)
  }
  const why =
    old.length > 0
      ? `The only Python found is ${[...new Set(old)].join(', ')}; Anchorline needs 3.11 or newer.`
      : 'No Python was found; Anchorline needs 3.11 or newer.'
  return { kind: 'none', message: `${why} Install a newer Python, or set anchorline.interpreter.` }
}

function byInterpreter(interpreter: string, source: Source, notes: string[]): Located {
  return found(interpreter, ['-m', 'anchorline', 'server'], source, notes)
}

function found(command: string, args: string[], source: Source, notes: string[]): Located {
  return { kind: 'found', launch: { command, args, source }, notes }
}
