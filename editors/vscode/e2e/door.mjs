// Stands between the editor and the server, passes everything on, and notes when hovers are asked and answered.
//   door.mjs FILE COMMAND [ARGUMENTS]   one line for each: {"in": ms since the epoch, "out": likewise}
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'

const [file, command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
const now = () => performance.timeOrigin + performance.now()
const asked = new Map()

/** Calls `take` with each message of a stream. Bodies are passed as bytes: most are of no interest. */
function messages(stream, take) {
  let buffer = Buffer.alloc(0)
  stream.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk])
    for (;;) {
      const head = buffer.indexOf('\r\n\r\n')
      const length = head < 0 ? 0 : Number(/content-length: (\d+)/i.exec(buffer.toString('latin1', 0, head))[1])
      if (head < 0 || buffer.length < head + 4 + length) return
      take(buffer.subarray(head + 4, head + 4 + length))
      buffer = buffer.subarray(head + 4 + length)
    }
  })
}

process.stdin.on('data', (chunk) => child.stdin.write(chunk))
child.stdout.on('data', (chunk) => process.stdout.write(chunk))
messages(process.stdin, (body) => {
  if (body.length < 2000 && body.includes('textDocument/hover')) asked.set(JSON.parse(body).id, now())
})
messages(child.stdout, (body) => {
  if (asked.size === 0 || body.length > 20_000) return
  const { id, method } = JSON.parse(body)
  if (method !== undefined || !asked.has(id)) return
  appendFileSync(file, `${JSON.stringify({ in: asked.get(id), out: now() })}\n`)
  asked.delete(id)
})
process.stdin.on('end', () => child.stdin.end())
child.on('exit', (code) => process.exit(code ?? 1))
