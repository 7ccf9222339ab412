// Asks the test for work, does it in the extension host, answers. The test is the only one it talks to.
const { readFileSync } = require('node:fs')
const http = require('node:http')
const vscode = require('vscode')

const port = Number(process.env.E2E_PORT)
const session = `${process.pid}-${Date.now()}`
const model = { answer: 'scripted answer', seen: [], gate: undefined }

function post(path, body) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST' }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve(text))
    })
    request.on('error', reject)
    request.end(JSON.stringify(body))
  })
}

/** Helpers that the test's functions get as their second argument. */
const kit = {
  model,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  async until(condition, what, ms = 20_000) {
    const deadline = Date.now() + ms
    for (;;) {
      const value = await condition()
      if (value) return value
      if (Date.now() > deadline) throw new Error(`never: ${what}`)
      await kit.sleep(40)
    }
  },
  uri: (name) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name),
  async open(name) {
    const document = await vscode.workspace.openTextDocument(kit.uri(name))
    await vscode.window.showTextDocument(document, { preview: false })
    return document
  },
  diagnostics: (uri) => vscode.languages.getDiagnostics(uri).filter((each) => each.source === 'anchorline'),
  plain: (diagnostic) => ({
    rule: typeof diagnostic.code === 'object' ? diagnostic.code.value : diagnostic.code,
    message: diagnostic.message,
    severity: diagnostic.severity,
    page: String(diagnostic.code?.target ?? ''),
    related: diagnostic.relatedInformation?.length ?? 0,
    range: [diagnostic.range.start.line, diagnostic.range.start.character, diagnostic.range.end.line, diagnostic.range.end.character],
  }),
}

async function serve() {
  for (;;) {
    let work
    try {
      work = JSON.parse(await post('/next', { session, pid: process.pid, version: vscode.version }))
    } catch {
      await kit.sleep(200)
      continue
    }
    if (work.none) continue
    let answer
    try {
      const run = (0, eval)(`(${work.code})`)
      answer = { id: work.id, value: (await run(vscode, kit, ...work.args)) ?? null }
    } catch (error) {
      answer = { id: work.id, error: String(error?.stack ?? error) }
    }
    await post('/done', answer)
  }
}

/** A file system that is on no disk: a folder with one plan. */
class Memory {
  #files = new Map([['/plans/plan.md', readFileSync(process.env.E2E_PLAN)]])
  #changes = new vscode.EventEmitter()
  onDidChangeFile = this.#changes.event

  watch() {
    return new vscode.Disposable(() => undefined)
  }
  stat({ path }) {
    const file = this.#files.get(path)
    if (file) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: file.length }
    if (['/', '/plans'].includes(path)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 }
    throw vscode.FileSystemError.FileNotFound(path)
  }
  readDirectory({ path }) {
    return path === '/plans' ? [['plan.md', vscode.FileType.File]] : [['plans', vscode.FileType.Directory]]
  }
  readFile({ path }) {
    const file = this.#files.get(path)
    if (!file) throw vscode.FileSystemError.FileNotFound(path)
    return file
  }
  writeFile({ path }, content) {
    this.#files.set(path, content)
  }
  createDirectory() {}
  delete() {}
  rename() {}
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('e2e-memory', new Memory(), { isCaseSensitive: true }))
  try {
    const common = { family: 'scripted', version: '1', maxOutputTokens: 5000, capabilities: {} }
    const infos = [
      { ...common, id: 'scripted', name: 'Scripted', maxInputTokens: 1000 },
      { ...common, id: 'large', name: 'Large', maxInputTokens: 200_000 },
    ]
    context.subscriptions.push(
      vscode.lm.registerLanguageModelChatProvider('anchorline-e2e', {
        provideLanguageModelChatInformation: () => infos,
        async provideLanguageModelChatResponse(_, messages, options, progress, token) {
          const texts = messages.map((message) => message.content.map((part) => part.value ?? '').join(''))
          model.seen.push({ texts, options: options.modelOptions ?? {} })
          model.asked = (model.asked ?? 0) + 1
          if (model.gate) await new Promise((resolve) => token.onCancellationRequested(() => ((model.cancelled = true), resolve())))
          progress.report(new vscode.LanguageModelTextPart(model.answer))
        },
        provideTokenCount: async (_, text) => Math.ceil((typeof text === 'string' ? text : JSON.stringify(text.content)).length / 4),
      }),
    )
  } catch (error) {
    model.error = String(error)
  }
  void serve()
}
