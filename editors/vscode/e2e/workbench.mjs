// One real workbench: code-server as a process, Chromium in front of it, and a line into its extension host.
import { execFile, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import * as http from 'node:http'
import { createRequire } from 'node:module'
import * as path from 'node:path'
import { promisify } from 'node:util'
import { browserHome, codeServer, node, repository } from './places.mjs'

const { chromium } = createRequire(path.join(browserHome, 'package.json'))('playwright-core')

export async function until(condition, what, ms = 20_000) {
  const deadline = Date.now() + ms
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Work for the extension host: handed out to the newest session only, answered by number. */
class Line {
  #waiting
  #queue = []
  #answers = new Map()
  #next = 1
  session = ''
  hostPid = 0
  version = ''

  async listen() {
    this.server = http.createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => (text += chunk))
      request.on('end', () => this.#take(request.url, JSON.parse(text), response))
    })
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.port = this.server.address().port
  }

  #take(url, body, response) {
    if (url === '/done') {
      response.end('{}')
      const answer = this.#answers.get(body.id)
      this.#answers.delete(body.id)
      if (answer && 'error' in body) answer.reject(new Error(body.error))
      else answer?.resolve(body.value)
      return
    }
    this.session = body.session
    this.hostPid = body.pid
    this.version = body.version
    this.#waiting?.end('{"none":true}')
    this.#waiting = response
    response.on('close', () => {
      if (this.#waiting === response) this.#waiting = undefined
    })
    this.#hand()
  }

  #hand() {
    if (this.#waiting === undefined || this.#queue.length === 0) return
    this.#waiting.end(JSON.stringify(this.#queue.shift()))
    this.#waiting = undefined
  }

  run(code, args, ms) {
    const id = this.#next++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#answers.delete(id)
        reject(new Error(`the extension host did not answer within ${ms} ms`))
      }, ms)
      const done = (settle) => (value) => (clearTimeout(timer), settle(value))
      this.#answers.set(id, { resolve: done(resolve), reject: done(reject) })
      this.#queue.push({ id, code: String(code), args })
      this.#hand()
    })
  }
}

export class Workbench {
  /**
   * `options`: root (a fresh folder), folder (the workspace), vsix (files), path, env, settings, trust ("off" or "on"),
   * only (whether `path` is all of PATH), cwd (where it is started), bounded (whether file permissions hold for root too).
   */
  static async open(options) {
    const bench = new Workbench()
    Object.assign(bench, options)
    bench.userData = path.join(options.root, 'user-data')
    bench.extensions = path.join(options.root, 'extensions')
    bench.homeFolder = path.join(options.root, 'home')
    for (const folder of [path.join(bench.userData, 'User'), bench.extensions, bench.homeFolder]) await mkdir(folder, { recursive: true })
    // The extension host takes PATH from a login shell, as it does on a person's machine.
    await writeFile(path.join(bench.homeFolder, '.profile'), `export PATH=${options.path}${options.only ? '' : ':$PATH'}\n`)
    await bench.writeSettings(options.settings ?? {})
    bench.line = new Line()
    await bench.line.listen()
    bench.environment = {
      PATH: options.only ? options.path : process.env.PATH, LANG: 'C.UTF-8', HOME: bench.homeFolder, TMPDIR: options.root,
      E2E_PORT: String(bench.line.port), E2E_PLAN: path.join(repository, 'examples/plan.md'), ...options.env,
    }
    const common = ['--user-data-dir', bench.userData, '--extensions-dir', bench.extensions]
    for (const file of options.vsix) {
      await promisify(execFile)(node, [codeServer, ...common, '--install-extension', file], { env: bench.environment })
    }
    await bench.#serve(common)
    bench.browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--force-color-profile=srgb'],
    })
    const context = await bench.browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 })
    bench.page = await context.newPage()
    await bench.page.goto(`http://127.0.0.1:${bench.port}/?folder=${options.folder}`)
    await bench.connected('')
    return bench
  }

  async writeSettings(settings) {
    const all = {
      'workbench.startupEditor': 'none',
      'workbench.tips.enabled': false,
      'workbench.colorTheme': 'Default Dark Modern',
      'workbench.secondarySideBar.defaultVisibility': 'hidden',
      'chat.disableAIFeatures': false,
      'extensions.ignoreRecommendations': true,
      'git.enabled': false,
      'editor.minimap.enabled': false,
      'window.commandCenter': false,
      'workbench.editor.useModal': 'off',
      'telemetry.telemetryLevel': 'off',
      'update.mode': 'none',
      'files.autoSave': 'off',
      'remote.autoForwardPorts': false,
      ...settings,
    }
    await writeFile(path.join(this.userData, 'User', 'settings.json'), JSON.stringify(all, null, 2))
  }

  async #serve(common) {
    const probe = http.createServer()
    await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve))
    this.port = probe.address().port
    await new Promise((resolve) => probe.close(resolve))
    const trust = this.trust === 'on' ? [] : ['--disable-workspace-trust']
    const args = [
      codeServer, '--auth', 'none', '--bind-addr', `127.0.0.1:${this.port}`, ...common, ...trust,
      '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override',
    ]
    // Root may write anywhere; without these two capabilities it is bound by permissions like anybody else.
    const lost = '-dac_override,-dac_read_search'
    const before = this.bounded && process.getuid() === 0 ? ['setpriv', '--bounding-set', lost, '--inh-caps', lost, '--'] : []
    const [program, ...rest] = [...before, node, ...args]
    this.process = spawn(program, rest, { cwd: this.cwd, env: this.environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const log = createWriteStream(path.join(this.root, 'code-server.log'))
    this.process.stdout.pipe(log)
    this.process.stderr.pipe(log)
    await until(() => fetch(`http://127.0.0.1:${this.port}/healthz`).then((r) => r.ok, () => false), 'code-server answers', 60_000)
  }

  /** Wait for a session of the extension host other than this one. */
  async connected(than) {
    await this.page.waitForSelector('.monaco-workbench', { timeout: 60_000 })
    await until(() => this.line.session !== '' && this.line.session !== than, 'the extension host connects', 60_000)
  }

  /** Run a function in the extension host: it gets `vscode`, the probe's kit, and the arguments. */
  host(code, ...args) {
    return this.line.run(code, args, this.patience ?? 60_000)
  }

  async reload() {
    const before = this.line.session
    await this.page.reload()
    await this.connected(before)
  }

  /** Another folder in the same window: a path, or the URI of one that is on no disk. */
  async goto(folder) {
    const before = this.line.session
    await this.page.goto(`http://127.0.0.1:${this.port}/?folder=${encodeURIComponent(folder)}`)
    await this.connected(before)
  }

  command(name, ...args) {
    return this.host((vscode, _, name, args) => vscode.commands.executeCommand(name, ...args).then(() => null), name, args)
  }

  async close() {
    await this.browser?.close()
    this.line.server.closeAllConnections()
    this.line.server.close()
    if (this.process && this.process.exitCode === null) {
      const ended = new Promise((resolve) => this.process.on('exit', resolve))
      try {
        process.kill(-this.process.pid, 'SIGTERM') // its group: what this test started, and nothing else
      } catch {}
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))])
    }
  }
}
