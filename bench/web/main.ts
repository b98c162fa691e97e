import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { isMet, type Threshold } from '../result.ts'
import { startApp } from '#test-support/app-process.ts'
import { limitText, valueOf } from '../report/print-result.ts'
import { measureBytes } from './measure-bytes.ts'
import { publishUpdates } from './publish-updates.ts'
import { runLighthouse } from './run-lighthouse.ts'
import { timeFirstTaps } from './time-first-taps.ts'
import { timeInteractions } from './time-interactions.ts'

/** Not for search engines. */
const hiddenPages = [
  '/sign-in',
  '/scripts/1/files',
  '/scripts/1/files/harbour-bank/config.lua',
  '/scripts/1/changes',
]
/** Typical first pages of a visit. */
const pages = [
  '/',
  '/scripts',
  '/scripts/1',
  '/user/kestrel',
  '/faq',
  '/terms',
  '/rules',
  '/moderation',
  '/takedown',
  '/scripts/1/report',
  '/scripts/1/versions',
  '/scripts/1/install',
  '/scripts/1/dependents',
  '/scripts/1/works',
  '/collections/3',
  ...hiddenPages,
]
const parts = {
  bytes: measureBytes,
  lighthouse: runLighthouse,
  taps: timeFirstTaps,
  interactions: timeInteractions,
}
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Measures the pages of the demo site and writes docs/pages.md. */
const folder = resolve('.cache/bench')
const demo = await startApp(
  { PORT: '0', DATA_DIR: resolve(folder, 'demo') },
  { program: 'demo/main.ts', startTimeoutMs: 600_000 },
)
// For example `lighthouse /sign-in`: one part for one page.
const { pages: requestedPages = [], parts: requestedParts = [] } = Object.groupBy(
  process.argv.slice(2),
  (argument) => (argument.startsWith('/') ? 'pages' : 'parts'),
)
const measuredPages = requestedPages.length > 0 ? requestedPages : pages
const thresholds: Threshold[] = []
try {
  await publishUpdates(demo.url)
  for (const [name, measure] of Object.entries(parts)) {
    if (requestedParts.length > 0 && !requestedParts.includes(name)) continue
    console.log(`\n▸ ${name}`)
    for (const threshold of await measure({
      url: demo.url,
      pages: measuredPages,
      hiddenPages,
      chromium,
      folder,
    })) {
      console.log(
        `  ${isMet(threshold) ? '✓' : '✗'} ${threshold.metric} ${limitText(threshold)}: ${valueOf(threshold)}`,
      )
      thresholds.push(threshold)
    }
  }
} finally {
  await demo.stop()
}
// A report needs all parts.
if (requestedParts.length + requestedPages.length === 0) await writeReport()

async function writeReport(): Promise<void> {
  // Written by hand.
  const [, firstTap = ''] = (await readFile(resolve('docs/pages.md'), 'utf8')).split(/^(?=## First tap)/m)
  const measuredAt = new Date().toISOString()
  await writeFile(resolve('docs/pages.json'), `${JSON.stringify({ measuredAt, thresholds }, null, 1)}\n`)
  const lines = thresholds.map(
    (threshold) =>
      `| ${threshold.metric} | ${limitText(threshold)} | ${valueOf(threshold)} | ${isMet(threshold) ? 'met' : '**missed**'} |`,
  )
  const text = `# Pages

Measured by \`npm run bench:web\` on the demo site in a production build: the transferred size of the files that a page loads first
(Brotli), Lighthouse results for a phone (median of 3), and the time from a click or key press to the frame that shows its result,
with the CPU slowed down four times (median of 5). Measured ${measuredAt.slice(0, 16).replace('T', ' ')} UTC: ${thresholds.filter(isMet).length} of ${thresholds.length} targets met.

| Metric | target | measured | |
|---|---:|---:|---|
${lines.join('\n')}

${firstTap}`
  await writeFile(resolve('docs/pages.md'), text)
  console.log('\nWritten: docs/pages.md')
}
