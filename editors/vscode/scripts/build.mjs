// Bundles the extension: one small file that VS Code loads, and the language client, which is loaded with the server.
import { build } from 'esbuild'

await build({
  entryPoints: { extension: 'src/extension.ts', client: 'src/client.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  external: ['vscode', './client.js'],
  logLevel: 'warning',
})
