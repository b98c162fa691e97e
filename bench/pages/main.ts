import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { isHeld, type Bar } from '../finding.ts'
import { startProgram } from '../programs/start-program.ts'
import { boundOf, valueOf } from '../report/print-finding.ts'
import { measureBytes } from './measure-bytes.ts'
import { runLighthouse } from './run-lighthouse.ts'
import { timeInteractions } from './time-interactions.ts'

/** What visitors come to first. */
const pages = ['/', '/scripts', '/scripts/1', '/user/kestrel', '/faq', '/terms']
const parts = { bytes: measureBytes, lighthouse: runLighthouse, interactions: timeInteractions }
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Measures the pages of a site full of content, as somebody with a telephone has them, and writes docs/pages.md. */
const folder = resolve('.cache/bench')
const demo = await startProgram('demo/main.ts', { PORT: '0', DATA_DIR: resolve(folder, 'demo') })
const wanted = process.argv.slice(2)
const bars: Bar[] = []
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`\n▸ ${name}`)
    for (const bar of await measure({ address: demo.address, pages, chromium, folder })) {
      console.log(`  ${isHeld(bar) ? '✓' : '✗'} ${bar.claim} ${boundOf(bar)}: ${valueOf(bar)}`)
      bars.push(bar)
    }
  }
} finally {
  await demo.stop()
}
// A part alone is a look, not a report.
if (wanted.length === 0) await writeReport()

async function writeReport(): Promise<void> {
  const measuredAt = new Date().toISOString()
  await writeFile(resolve('docs/pages.json'), `${JSON.stringify({ measuredAt, bars }, null, 1)}\n`)
  const lines = bars.map(
    (bar) =>
      `| ${bar.claim} | ${boundOf(bar)} | ${valueOf(bar)} | ${isHeld(bar) ? 'held' : '**not held**'} |`,
  )
  const text = `# Pages

What \`npm run pages\` measures on the demo's site, as production builds it: what a page has the browser load at once (br),
Lighthouse's marks for a telephone (median of 3), and how long after a press or a key there is a picture with its answer (the chosen tab, the number of the page, the box that is ticked), with the
processor slowed down four times (median of 5). Measured ${measuredAt.slice(0, 16).replace('T', ' ')} UTC: ${bars.filter(isHeld).length} of ${bars.length} bars held.

| Bar | asked | measured | |
|---|---:|---:|---|
${lines.join('\n')}
`
  await writeFile(resolve('docs/pages.md'), text)
  console.log('\nWritten: docs/pages.md')
}
