import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { median } from '#test-support/percentiles.ts'

import type { Threshold } from '../result.ts'
import type { WebEnvironment } from './environment.ts'

const run = promisify(execFile)
const version = '13.5.0'
const rounds = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = {
  categories: Record<(typeof categories)[number], { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/** Runs Lighthouse with its defaults (a phone on a slow connection) and takes medians of three runs. */
export async function runLighthouse({
  url,
  pages,
  hiddenPages,
  chromium,
  folder,
}: WebEnvironment): Promise<Threshold[]> {
  const program = await installLighthouse(folder)
  const thresholds: Threshold[] = []
  for (const page of pages) {
    // `noindex` alone lowers the SEO score below any target.
    const skipped = hiddenPages.includes(page) ? ['--skip-audits=is-crawlable'] : []
    const reports: Report[] = []
    while (reports.length < rounds) reports.push(await audit(program, `${url}${page}`, chromium, skipped))
    const medianOf = (value: (report: Report) => number) => median(reports.map(value))
    for (const category of categories)
      thresholds.push({
        metric: `${page}: ${category}`,
        value: medianOf((report) => Math.round(report.categories[category].score * 100)),
        unit: '',
        limit: { atLeast: 95 },
      })
    const auditValue = (name: string) => medianOf(({ audits }) => audits[name]?.numericValue ?? Number.NaN)
    thresholds.push(
      threshold(page, 'largest contentful paint', auditValue('largest-contentful-paint'), ' ms', 2800),
      threshold(page, 'total blocking time', auditValue('total-blocking-time'), ' ms', 100),
      threshold(page, 'cumulative layout shift', auditValue('cumulative-layout-shift'), '', 0.01),
    )
  }
  return thresholds
}

function threshold(page: string, name: string, value: number, unit: string, atMost: number): Threshold {
  return { metric: `${page}: ${name}`, value, unit, limit: { atMost } }
}

async function audit(program: string, url: string, chromium: string, skipped: string[]): Promise<Report> {
  return runOnce(program, url, chromium, skipped).catch((error: unknown) => {
    // Some traces lack their start, mostly on a busy machine.
    if (error instanceof Error && error.message.includes('NO_NAVSTART'))
      return runOnce(program, url, chromium, skipped)
    throw error
  })
}

async function runOnce(program: string, url: string, chromium: string, skipped: string[]): Promise<Report> {
  const options = ['--quiet', '--output=json', '--no-enable-error-reporting']
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const { stdout } = await run(process.execPath, [program, url, ...options, ...skipped, flags], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 180_000,
  })
  const report: Report = JSON.parse(stdout)
  return report
}

/** Installed outside of the project, because its 176 MB are only needed here. */
async function installLighthouse(folder: string): Promise<string> {
  const home = join(folder, `lighthouse-${version}`)
  const program = join(home, 'node_modules/lighthouse/cli/index.js')
  if (existsSync(program)) return program
  await mkdir(home, { recursive: true })
  const options = ['--prefix', home, '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...options, `lighthouse@${version}`], { cwd: home, timeout: 300_000 })
  return program
}
