/**
 * The server in an environment of this extension's own: made only when the person agrees, from the wheel that the
 * package brings and from locked, hashed versions of what it needs. Each installation has a folder of its own, and one
 * small file says which counts, so two windows that install at once do not meet.
 */

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as path from 'node:path'
import { run } from './processes'

const INSTALL_MS = 15 * 60_000
const CURRENT = 'current.json'

export class Managed {
  constructor(
    /** Where environments are kept. */
    private readonly storage: string,
    /** The folder of the package with the wheel and the lock file. */
    private readonly bundled: string,
    private readonly version: string,
  ) {}

  /** The interpreter of the installation for this version of the extension. */
  async interpreter(): Promise<string | undefined> {
    try {
      const current: unknown = JSON.parse(await readFile(path.join(this.storage, CURRENT), 'utf8'))
      if (typeof current !== 'object' || current === null) return undefined
      const { folder, version } = current as Record<string, unknown>
      if (version !== this.version || typeof folder !== 'string' || path.basename(folder) !== folder) return undefined
      return interpreterIn(path.join(this.storage, folder))
    } catch {
      return undefined
    }
  }

  /** Install; a sentence when it failed. */
  async install(host: string, log: (line: string) => void, signal: AbortSignal): Promise<string | undefined> {
    await mkdir(this.storage, { recursive: true })
    const folder = `server-${this.version}-${randomBytes(4).toString('hex')}`
    const environment = path.join(this.storage, folder)
    const python = interpreterIn(environment)
    const wheel = (await readdir(this.bundled)).find((name) => name.endsWith('.whl'))
    if (wheel === undefined) return 'The package of this extension holds no server; install it anew.'
    const pip = [python, '-m', 'pip', '--disable-pip-version-check', '--no-input', 'install'] as const
    const steps: [string[], string][] = [
      [[host, '-m', 'venv', environment], `${host} could not make an environment. On Debian: apt-get install python3-venv.`],
      [
        [...pip, '--require-hashes', '--only-binary', ':all:', '-r', path.join(this.bundled, 'requirements.lock')],
        'The libraries of the server could not be installed. Is the Python package index within reach?',
      ],
      [[...pip, '--no-deps', '--no-index', path.join(this.bundled, wheel)], 'The server could not be installed.'],
    ]
    for (const [[command = '', ...args], sentence] of steps) {
      log([command, ...args].join(' '))
      const result = await run(command, args, { cwd: this.storage, timeoutMs: INSTALL_MS, signal })
      for (const line of `${result.stdout}\n${result.stderr}`.split('\n')) if (line.trim() !== '') log(`  ${line}`)
      if (result.status !== 0) {
        await rm(environment, { recursive: true, force: true })
        return signal.aborted ? 'The installation was cancelled.' : `${sentence} The log has the details.`
      }
    }
    const partial = path.join(this.storage, `${folder}.json`)
    await writeFile(partial, JSON.stringify({ folder, version: this.version }))
    await rename(partial, path.join(this.storage, CURRENT))
    await this.sweep(folder)
    return undefined
  }

  /** Remove installations of other versions; what another window still uses stays until the next time. */
  private async sweep(keep: string): Promise<void> {
    for (const name of await readdir(this.storage)) {
      const isOld = name.startsWith('server-') && name !== keep && !name.startsWith(`server-${this.version}-`)
      if (isOld) await rm(path.join(this.storage, name), { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

function interpreterIn(environment: string): string {
  return process.platform === 'win32'
    ? path.join(environment, 'Scripts', 'python.exe')
    : path.join(environment, 'bin', 'python')
}
