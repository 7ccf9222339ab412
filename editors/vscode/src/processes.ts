/** Programs of the machine: run to the end, found on PATH, asked whether they are there. */

import { execFile } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import * as path from 'node:path'
import { judge, PROBE, type Probe, type Run } from './core/python'

const PROBE_MS = 20_000

export interface RunOptions {
  cwd: string
  env?: Record<string, string | undefined>
  timeoutMs: number
  signal?: AbortSignal
}

/** Never rejects. Nothing goes through a shell. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      command,
      args,
      {
        cwd: options.cwd,
        env: options.env ?? process.env,
        timeout: options.timeoutMs,
        maxBuffer: 4 * 1024 * 1024,
        windowsHide: true,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
      (error, stdout, stderr) => {
        if (error === null) resolve({ status: 0, stdout, stderr })
        else if (typeof error.code === 'number') resolve({ status: error.code, stdout, stderr })
        else resolve({ status: null, stdout, stderr, error: error.killed === true ? 'it did not answer' : String(error.code ?? error.message) })
      },
    )
  })
}

/** Runs an interpreter in a folder that is ours, so that it cannot import what lies in a workspace. */
export async function probe(interpreter: string, cwd: string): Promise<Probe> {
  const env = { ...process.env, PYTHONSAFEPATH: '1' }
  return judge(await run(interpreter, ['-c', PROBE], { cwd, env, timeoutMs: PROBE_MS }))
}

export async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}

/** The first executable of this name on PATH. Entries that are not absolute mean the folder we stand in: never. */
export async function onPath(name: string): Promise<string | undefined> {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name]
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder)) continue
    for (const file of names.map((each) => path.join(folder, each))) {
      if ((await isFile(file)) && (await isExecutable(file))) return file
    }
  }
  return undefined
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
