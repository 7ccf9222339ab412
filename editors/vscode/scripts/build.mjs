// Bundles the extension: one small file that VS Code loads, and the language client, which is loaded with the server.
// The licences of what is bundled go along.
import { build } from 'esbuild'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const { metafile } = await build({
  entryPoints: { extension: 'src/extension.ts', client: 'src/client.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  external: ['vscode', './client.js'],
  metafile: true,
  logLevel: 'warning',
})

const folders = Object.keys(metafile.inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [])
const notices = [...new Set(folders)].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'License.txt'].map((each) => `${folder}/${each}`).find(existsSync)
  if (file === undefined) throw new Error(`${folder} states no licence`)
  return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}\n`
})
writeFileSync('dist/NOTICES.txt', `This extension contains:\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`)
