// A language server that does one thing: it asks the client for answers of the editor's model, and writes them down.
//   asking-server.mjs FILE [cancel]   with "cancel" it takes its question back, once there is a FILE.cancel
import { existsSync, writeFileSync } from 'node:fs'

const [file, mode] = process.argv.slice(2)
const answers = []
let buffer = Buffer.alloc(0)

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`)
  process.stdout.write(body)
}

function ask(id, params) {
  send({ id, method: 'anchorline/createMessage', params })
}

const question = { system: 'You review.', messages: [{ role: 'user', content: 'Reviewer: coherence' }], maxTokens: 200, reviewer: 'coherence' }

function take(message) {
  if (message.method === 'initialize') {
    answers.push({ id: 'initialize', offered: message.params.initializationOptions.createMessage })
    send({ id: message.id, result: { capabilities: {} } })
  } else if (message.method === 'initialized' && mode === 'cancel') {
    ask('cancelled', question)
    const waiting = setInterval(() => {
      if (!existsSync(`${file}.cancel`)) return
      clearInterval(waiting)
      send({ method: '$/cancelRequest', params: { id: 'cancelled' } })
    }, 50)
  } else if (message.method === 'initialized') {
    ask('ask', question)
    ask('long', { ...question, messages: [{ role: 'user', content: 'x'.repeat(10_000) }] })
    ask('wrong', { nothing: 'at all' })
  } else if (message.method === 'shutdown') {
    send({ id: message.id, result: null })
  } else if (message.method === 'exit') {
    process.exit(0)
  } else if (message.method === undefined && 'id' in message) {
    answers.push(message)
    writeFileSync(file, JSON.stringify(answers))
  } else if ('id' in message) {
    send({ id: message.id, error: { code: -32601, message: 'no' } })
  }
}

process.stdin.on('end', () => process.exit(1))
process.stdin.on('data', (chunk) => {
  buffer = Buffer.concat([buffer, chunk])
  for (;;) {
    const head = buffer.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(buffer.toString('latin1', 0, head))[1])
    if (buffer.length < head + 4 + length) return
    const body = buffer.toString('utf8', head + 4, head + 4 + length)
    buffer = buffer.subarray(head + 4 + length)
    take(JSON.parse(body))
  }
})
