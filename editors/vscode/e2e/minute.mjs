// A server that lives for a minute, again and again: begun anew each time, a little later, and then given up.
import assert from 'node:assert/strict'
import * as path from 'node:path'
import { installed } from './endpoint.mjs'
import { figures, logOf, looksAt, notification, python, root, statusIs, step, withServer, workspace } from './steps.mjs'
import { Workbench } from './workbench.mjs'

const bench = await Workbench.open({ ...installed, root: path.join(root, 'minute'), folder: await workspace('minute-plans') })
looksAt(bench)

await step('a server that dies every minute is begun anew a few times, and then given up with a word', async () => {
  await bench.host((_, kit) => kit.open('plan.md').then(() => null))
  await statusIs(bench, /finding/)
  await withServer(bench, `#!/bin/sh\nexec timeout 60 ${python} -m anchorline server\n`)
  const begun = performance.now()
  await statusIs(bench, /starting/)
  await statusIs(bench, /finding/)
  await statusIs(bench, /not running/, 11 * 60_000)
  await notification(bench, 'is not started again')
  const delays = [...logOf(bench).matchAll(/it is started again in ([\d.]+) s/g)].map((found) => Number(found[1]))
  assert.ok(delays.length >= 3, `${delays.length} starts`)
  assert.deepEqual(delays, delays.toSorted((a, b) => a - b))
  figures['a server that dies every minute'] = `begun anew after ${delays.join(', ')} s; given up after ${((performance.now() - begun) / 60_000).toFixed(1)} minutes`
})

await bench.close()
