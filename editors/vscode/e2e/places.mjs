// Where setup.sh puts what the tests drive.
import * as os from 'node:os'
import * as path from 'node:path'

export const home =
  process.env.ANCHORLINE_E2E_HOME ??
  path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'anchorline-e2e')
export const browserHome = path.join(home, 'browser')
export const node = path.join(home, 'node/node_modules/node/bin/node')
export const codeServer = path.join(home, 'code-server/node_modules/code-server/out/node/entry.js')
export const extension = path.resolve(path.dirname(new URL(import.meta.url).pathname), '..')
export const repository = path.resolve(extension, '../..')
