import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Bar } from '../finding.ts'
import type { Ground } from './ground.ts'

const run = promisify(execFile)
const version = '13.5.0'
const rounds = 3
const marks = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = {
  categories: Record<(typeof marks)[number], { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/** Lighthouse as it comes: a telephone on a slow line. The middle one of three runs, for each figure by itself. */
export async function runLighthouse({ address, pages, chromium, folder }: Ground): Promise<Bar[]> {
  const program = await installLighthouse(folder)
  const bars: Bar[] = []
  for (const page of pages) {
    const reports: Report[] = []
    while (reports.length < rounds) reports.push(await audit(program, `${address}${page}`, chromium))
    const middle = (figure: (report: Report) => number) => median(reports.map(figure))
    for (const mark of marks)
      bars.push({
        claim: `${page}: ${mark}`,
        value: middle(({ categories }) => Math.round(categories[mark].score * 100)),
        unit: '',
        bound: { atLeast: 95 },
      })
    const audited = (name: string) => middle(({ audits }) => audits[name]?.numericValue ?? Number.NaN)
    bars.push(
      bar(page, 'largest paint', audited('largest-contentful-paint'), ' ms', 2800),
      bar(page, 'blocked', audited('total-blocking-time'), ' ms', 100),
      bar(page, 'layout shift', audited('cumulative-layout-shift'), '', 0.01),
    )
  }
  return bars
}

function bar(page: string, what: string, value: number, unit: string, atMost: number): Bar {
  return { claim: `${page}: ${what}`, value, unit, bound: { atMost } }
}

async function audit(program: string, address: string, chromium: string): Promise<Report> {
  const options = ['--quiet', '--output=json', '--no-enable-error-reporting']
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const { stdout } = await run(process.execPath, [program, address, ...options, flags], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 180_000,
  })
  const report: Report = JSON.parse(stdout)
  return report
}

/** Beside the project, not in it: 176 MB that nobody needs who only runs, changes or tests the hub. */
async function installLighthouse(folder: string): Promise<string> {
  const home = join(folder, `lighthouse-${version}`)
  const program = join(home, 'node_modules/lighthouse/cli/index.js')
  if (existsSync(program)) return program
  await mkdir(home, { recursive: true })
  const options = ['--prefix', home, '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...options, `lighthouse@${version}`], { cwd: home, timeout: 300_000 })
  return program
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
