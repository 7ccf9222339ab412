// The extension in a real workbench, installed from its package. `make e2e-vscode`; about nine minutes.
//   node run.mjs VSIX PYTHON [--part NAMES] [--only PATTERN] [--quick] [--install] [--minute] [--pictures]
// --part: of the parts below, those named; --only: the steps whose name matches; --quick: the most important ones, and a
// shorter look at idle processor time; --install: the server too, from the package index; --minute: a server that dies
// every minute, which takes seven; --pictures: draw docs/images anew
import { rm } from 'node:fs/promises'
import * as os from 'node:os'
import { endpoint } from './endpoint.mjs'
import { figures, isAsked, pictures, quick, results, root } from './steps.mjs'

if (isAsked('trusted')) await import('./trusted.mjs')
if (isAsked('untrusted')) await import('./untrusted.mjs')
if (isAsked('protocol') && !quick) await import('./protocol.mjs')
if (isAsked('odd')) await import('./odd.mjs')
if (isAsked('bare') && !quick) await import('./bare.mjs')
if (isAsked('speed') && !quick) await import('./speed.mjs')
if (isAsked('pictures') && pictures) await import('./pictures.mjs')
if (process.argv.includes('--install')) await import('./install.mjs')
if (process.argv.includes('--minute')) await import('./minute.mjs')
endpoint.stop()

console.log('')
console.log(`load of the machine: ${os.loadavg().map((each) => each.toFixed(1)).join(' ')} on ${os.availableParallelism()} cores`)
for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`)
const failed = results.filter((each) => !each.ok)
console.log(`${results.length - failed.length} of ${results.length} passed`)
if (failed.length > 0) console.log(`what is left of the run: ${root}`)
else await rm(root, { recursive: true, force: true })
process.exit(failed.length > 0 ? 1 : 0)
