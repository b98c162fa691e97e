import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { median } from '#test-support/percentiles.ts'

import type { Threshold } from '../result.ts'
import type { Ground } from './environment.ts'

const run = promisify(execFile)
const version = '13.5.0'
const rounds = 3
const marks = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = {
  categories: Record<(typeof marks)[number], { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/** Lighthouse with its defaults: a phone on a slow connection. The median of three runs for each figure. */
export async function runLighthouse({ url, pages, chromium, folder }: Ground): Promise<Threshold[]> {
  const program = await installLighthouse(folder)
  const thresholds: Threshold[] = []
  for (const page of pages) {
    const reports: Report[] = []
    while (reports.length < rounds) reports.push(await audit(program, `${url}${page}`, chromium))
    const middle = (figure: (report: Report) => number) => median(reports.map(figure))
    for (const mark of marks)
      thresholds.push({
        metric: `${page}: ${mark}`,
        value: middle(({ categories }) => Math.round(categories[mark].score * 100)),
        unit: '',
        limit: { atLeast: 95 },
      })
    const audited = (name: string) => middle(({ audits }) => audits[name]?.numericValue ?? Number.NaN)
    thresholds.push(
      threshold(page, 'largest contentful paint', audited('largest-contentful-paint'), ' ms', 2800),
      threshold(page, 'total blocking time', audited('total-blocking-time'), ' ms', 100),
      threshold(page, 'cumulative layout shift', audited('cumulative-layout-shift'), '', 0.01),
    )
  }
  return thresholds
}

function threshold(page: string, what: string, value: number, unit: string, atMost: number): Threshold {
  return { metric: `${page}: ${what}`, value, unit, limit: { atMost } }
}

async function audit(program: string, url: string, chromium: string): Promise<Report> {
  const options = ['--quiet', '--output=json', '--no-enable-error-reporting']
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const { stdout } = await run(process.execPath, [program, url, ...options, flags], {
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
