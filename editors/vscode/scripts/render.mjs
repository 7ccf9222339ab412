// Draws media/icon.png from media/icon.svg with the browser of the end-to-end tests.
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import * as path from 'node:path'
import { browserHome } from '../e2e/places.mjs'

const here = path.dirname(new URL(import.meta.url).pathname)
const { chromium } = createRequire(path.join(browserHome, 'package.json'))('playwright-core')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ viewport: { width: 256, height: 256 } })
const svg = await readFile(path.join(here, '../media/icon.svg'), 'utf8')
await page.setContent(`<body style="margin:0">${svg}</body>`)
await page.screenshot({ path: path.join(here, '../media/icon.png'), omitBackground: true })
await browser.close()
