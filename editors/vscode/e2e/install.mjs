// No server anywhere, and the Python package index within reach.
import assert from 'node:assert/strict'
import * as path from 'node:path'
import { installed } from './endpoint.mjs'
import { answerNotification, diagnosticsOf, logOf, looksAt, root, statusIs, step, workspace } from './steps.mjs'
import { Workbench } from './workbench.mjs'

const bare = await Workbench.open({ root: path.join(root, 'bare'), folder: await workspace('bare-plans'), ...installed, path: '/usr/bin', env: {} })
looksAt(bare)
await step('without a server it offers to install one, and installs it', async () => {
  await bare.host((_, kit) => kit.open('plan.md').then(() => null))
  await answerNotification(bare, 'Shall it be installed', 'Install')
  await statusIs(bare, /installing/)
  const begun = performance.now()
  await statusIs(bare, /finding/, 500_000)
  const found = await diagnosticsOf(bare, 'plan.md')
  assert.match(logOf(bare), /starting \(extension\): \S+ -m anchorline server/)
  return `${found.length} findings, ${((performance.now() - begun) / 1000).toFixed(0)} s`
})
await bare.close()
