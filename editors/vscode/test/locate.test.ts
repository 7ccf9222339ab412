import { describe, expect, it } from 'vitest'
import { explained, host, locate, type Surroundings } from '../src/core/locate'
import { judge, type Probe } from '../src/core/python'

const READY: Probe = { kind: 'ready', python: '3.12.1', anchorline: '0.1.0' }
const WITHOUT: Probe = { kind: 'without', python: '3.12.1' }
const OLD: Probe = { kind: 'old', python: '3.9.2' }
const BROKEN: Probe = { kind: 'broken', reason: 'there is no such file' }

function around(fields: Partial<Surroundings> & { probes?: Record<string, Probe> } = {}): Surroundings {
  const { probes = {}, ...others } = fields
  return {
    path: '', interpreter: '',
    projectInterpreters: async () => [],
    isFile: async () => true,
    onPath: async () => undefined,
    probe: async (interpreter) => probes[interpreter] ?? BROKEN,
    managed: async () => undefined,
    ...others,
  }
}

const project = { projectInterpreters: async () => ['/project/.venv/bin/python'] }
const path = { onPath: async () => '/usr/bin/anchorline' }
const managed = { managed: async () => '/ours/bin/python' }

describe('where the server is', () => {
  const all = { ...project, ...path, ...managed, probes: { '/project/.venv/bin/python': READY, '/ours/bin/python': READY, '/py': READY } }
  const cases: [string, Surroundings, unknown][] = [
    ['the setting of a program', around({ ...all, path: '/a', interpreter: '/py' }), { command: '/a', args: ['server'], source: 'anchorline.path' }],
    ['the setting of an interpreter', around({ ...all, interpreter: '/py' }), { command: '/py', args: ['-m', 'anchorline', 'server'], source: 'anchorline.interpreter' }],
    ['the project', around(all), { command: '/project/.venv/bin/python', args: ['-m', 'anchorline', 'server'], source: 'project' }],
    ['PATH', around({ ...all, probes: { '/project/.venv/bin/python': WITHOUT } }), { command: '/usr/bin/anchorline', args: ['server'], source: 'PATH' }],
    ['this extension', around({ ...managed, probes: { '/ours/bin/python': READY } }), { command: '/ours/bin/python', args: ['-m', 'anchorline', 'server'], source: 'extension' }],
  ]
  it.each(cases)('%s comes first, when it is there', async (_, surroundings, launch) => {
    expect(await locate(surroundings)).toMatchObject({ kind: 'found', launch })
  })

  it('asks nothing that it need not know', async () => {
    const never = () => Promise.reject(new Error('asked'))
    expect((await locate(around({ path: '/a', projectInterpreters: never, onPath: never, managed: never, probe: never }))).kind).toBe('found')
  })

  it('does not look further when a setting names nothing', async () => {
    const located = await locate(around({ ...all, path: '/a', isFile: async () => false }))
    expect(located).toMatchObject({ kind: 'wrong setting', message: 'The setting anchorline.path names /a, which is no file. Correct the setting, or remove it.' })
  })

  it.each<[Probe, RegExp]>([
    [WITHOUT, /does not have Anchorline\. Run "\/py" -m pip install anchorline/u],
    [OLD, /is Python 3\.9\.2; Anchorline needs 3\.11 or newer/u],
    [BROKEN, /cannot be run \(there is no such file\)/u],
  ])('says what is wrong with the interpreter that was named: %j', async (probe, message) => {
    const located = await locate(around({ interpreter: '/py', probes: { '/py': probe } }))
    expect(located.kind === 'wrong setting' && located.message).toMatch(message)
  })

  it('notes everything that it tried', async () => {
    const located = await locate(around({ ...project, ...managed, probes: { '/project/.venv/bin/python': OLD } }))
    expect(located.kind).toBe('not found')
    expect(located.notes).toEqual([
      "the project's environment: /project/.venv/bin/python is Python 3.9.2; Anchorline needs 3.11 or newer.",
      'there is no anchorline on PATH',
      `the environment of this extension: ${explained('/ours/bin/python', BROKEN)}`,
    ])
  })
})

describe('a Python to install for', () => {
  const probes: Record<string, Probe> = { old: OLD, good: WITHOUT, gone: BROKEN }
  const probe = async (name: string): Promise<Probe> => probes[name] ?? BROKEN
  it('is the first that is new enough', async () => {
    expect(await host(['gone', 'old', 'good'], probe)).toEqual({ kind: 'found', interpreter: 'good', python: '3.12.1' })
  })
  it('may be missing, or too old, and each has its sentence', async () => {
    expect(await host(['gone'], probe)).toEqual({ kind: 'none', message: 'No Python was found; Anchorline needs 3.11 or newer. Install a newer Python, or set anchorline.interpreter.' })
    expect(await host(['old'], probe)).toMatchObject({ message: expect.stringContaining('The only Python found is 3.9.2;') as string })
  })
})

describe('what an interpreter said', () => {
  const run = { status: 0, stdout: '', stderr: '' }
  it.each([
    [{ ...run, stdout: 'python 3.11.0\nanchorline 0.1.0\n' }, { kind: 'ready', python: '3.11.0', anchorline: '0.1.0' }],
    [{ ...run, stdout: 'noise\r\npython 3.14.2\n' }, { kind: 'without', python: '3.14.2' }],
    [{ ...run, stdout: 'python 3.10.9\nanchorline 0.1.0\n' }, { kind: 'old', python: '3.10.9' }],
    [{ ...run, stdout: 'python 2.7.18\n' }, { kind: 'old', python: '2.7.18' }],
    [{ ...run, stdout: 'python 4.0.0\n' }, { kind: 'without', python: '4.0.0' }],
    [{ ...run, status: null, error: 'ENOENT' }, { kind: 'broken', reason: 'there is no such file' }],
    [{ ...run, status: null, error: 'EACCES' }, { kind: 'broken', reason: 'EACCES' }],
    [{ ...run, status: 1, stderr: 'x\nModuleNotFoundError: encodings\n' }, { kind: 'broken', reason: 'ModuleNotFoundError: encodings' }],
    [{ ...run, status: 3 }, { kind: 'broken', reason: 'it ended with status 3' }],
    [run, { kind: 'broken', reason: 'it ended with status 0' }],
  ])('%j', (given, judged) => {
    expect(judge(given)).toEqual(judged)
  })
})
