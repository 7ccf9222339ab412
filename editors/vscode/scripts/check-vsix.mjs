// What a package may hold, and how large it may be. Anything else ends the build.
import * as os from 'node:os'
import { readFileSync, statSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

const MOST = 2 * 1024 * 1024
const MAY = [
  /^extension\.vsixmanifest$/, /^\[Content_Types\]\.xml$/,
  /^extension\/(package\.json|readme\.md|changelog\.md|LICENSE\.txt)$/i,
  /^extension\/dist\/(extension\.js|client\.js|NOTICES\.txt)$/,
  /^extension\/media\/[\w-]+\.(png|svg|md)$/,
  /^extension\/server\/(anchorline-[\w.]+-py3-none-any\.whl|requirements\.lock)$/,
]
const MUST = ['dist/NOTICES.txt', 'dist/extension.js', 'dist/client.js', 'media/icon.png', 'package.json', 'readme.md', 'changelog.md', 'LICENSE.txt', 'server/requirements.lock']

const file = process.argv[2]
const size = statSync(file).size
const names = [...entries(readFileSync(file))]
const wrong = names.filter(({ name }) => !MAY.some((pattern) => pattern.test(name))).map(({ name }) => `holds ${name}`)
for (const name of MUST) if (!names.some((each) => each.name === `extension/${name}`)) wrong.push(`lacks ${name}`)
if (size > MOST) wrong.push(`has ${size} bytes, more than ${MOST}`)
const wheel = names.find(({ name }) => name.endsWith('.whl'))
if (wheel === undefined) wrong.push('lacks the wheel of the server')
else for (const { name } of entries(wheel.data())) if (/(^|\/)tests?\//.test(name)) wrong.push(`its wheel holds ${name}`)
for (const { name, data } of names) {
  const text = /\.(js|json)$/.test(name) ? data().toString() : ''
  if (text.includes('sourceMappingURL')) wrong.push(`${name} points to its sources`)
  if ([process.cwd(), os.homedir()].some((each) => text.includes(`${each}/`))) wrong.push(`${name} names a folder of the machine that built it`)
}
if (wrong.length > 0) {
  console.error(wrong.map((each) => `${file} ${each}`).join('\n'))
  process.exit(1)
}
console.log(`${file}: ${(size / 1024).toFixed(0)} KB, ${names.length} files`)
for (const { name, size: bytes } of names) console.log(`  ${String(bytes).padStart(8)}  ${name}`)

/** The entries of a zip file, by its central directory. */
function* entries(zip) {
  let end = zip.length - 22
  while (zip.readUInt32LE(end) !== 0x06054b50) end--
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const method = zip.readUInt16LE(at + 10)
    const packed = zip.readUInt32LE(at + 20)
    const size = zip.readUInt32LE(at + 24)
    const [nameSize, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameSize)
    yield { name, size, data: () => read(zip, local, packed, method) }
    at += 46 + nameSize + extra + comment
  }
}

function read(zip, local, packed, method) {
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const data = zip.subarray(start, start + packed)
  return method === 8 ? inflateRawSync(data) : data
}
