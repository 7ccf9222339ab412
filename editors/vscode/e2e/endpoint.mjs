// What is asked in place of a model's host, and an extension that is set up to ask it.
import { spawn } from 'node:child_process'
import * as path from 'node:path'
import * as readline from 'node:readline'
import { repository } from './places.mjs'
import { here, packed, python, vsix } from './steps.mjs'
import { until } from './workbench.mjs'

async function startEndpoint() {
  const child = spawn(python, [path.join(here, 'endpoint.py')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = []
  readline.createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line)))
  await until(() => said.some((each) => each.url), 'the endpoint starts')
  return {
    url: said[0].url,
    said,
    seen: () => said.filter((each) => 'seen' in each),
    left: () => said.filter((each) => 'left' in each),
    async script(script) {
      const before = said.filter((each) => each.script).length
      child.stdin.write(`${JSON.stringify(script)}\n`)
      await until(() => said.filter((each) => each.script).length > before, 'the script is taken')
    },
    stop: () => child.kill(),
  }
}

export const finding = (quote, fields = {}) => ({
  title: 'Something is wrong here', severity: 'P1', category: 'contradiction', section: '',
  why_it_matters: 'A reader will build the wrong thing.', finding_type: 'error', autofix_class: 'manual',
  suggested_fix: null, edits: [], confidence: 75, evidence: [quote], ...fields,
})
export const reply = (...findings) => JSON.stringify({ findings, residual_risks: [], deferred_questions: [] })
export const empty = { say: reply() }

export const endpoint = await startEndpoint()

/** What every workbench gets; the project's own checkout is the server. */
export const installed = {
  vsix: [vsix, packed('probe')],
  path: path.dirname(python),
  env: { PYTHONPATH: path.join(repository, 'server'), ANTHROPIC_BASE_URL: endpoint.url, NO_PROXY: '127.0.0.1' },
}
