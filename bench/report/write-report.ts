import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

import { loadTool } from '../load/load-generator.ts'
import { isMet, type Result } from '../result.ts'
import { plotResults } from './plot-results.ts'
import { limitText, cellsOf, headings, valueOf } from './print-result.ts'

const begins = '<!-- measured: written by npm run bench -->'
const ends = '<!-- end of what is measured -->'

/**
 * Puts findings into performance.json, in the place of older ones of the same name, and writes the figures of all
 * into performance.md. What stands there outside of the two marks is left alone.
 */
export async function writeReport(folder: string, current: readonly Result[]): Promise<string> {
  const data = join(folder, 'performance.json')
  const page = join(folder, 'performance.md')
  const cached: Result[] = JSON.parse(await readFile(data, 'utf8').catch(() => '[]'))
  const results = [
    ...cached.filter(({ name }) => !current.some((one) => one.name === name)),
    ...current,
  ].toSorted((a, b) => placeOf(a) - placeOf(b))
  await writeFile(data, `${JSON.stringify(results, roundFigures, 1)}\n`)
  await writeFile(join(folder, 'performance.svg'), plotResults(results))
  const text = await readFile(page, 'utf8').catch(() => `# Performance\n\n${begins}\n${ends}\n`)
  const [before = '', rest = ''] = text.split(begins)
  const after = rest.split(ends)[1] ?? '\n'
  await writeFile(page, `${before}${begins}\n${describe(results)}\n${ends}${after}`)
  return page
}

const order = ['cached', 'uncached', 'lists', 'mixed', 'writes', 'files', 'bucket', 'flood', 'start']

function placeOf({ name }: Result): number {
  const place = order.findIndex((known) => name.startsWith(known))
  return (place < 0 ? order.length : place) * 10 + name.length / 100
}

function describe(results: readonly Result[]): string {
  const thresholds = results.flatMap((result) => result.thresholds)
  const met = thresholds.filter(isMet)
  return [
    `![Ratios to bare node:http and to their targets](performance.svg)`,
    `${met.length} of ${thresholds.length} targets met. ${machine()}`,
    ...results.map(sectionOf),
  ].join('\n\n')
}

function machine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `Machine: ${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, Node ${process.versions.node}, load by ${loadTool} beside the server.`
}

function sectionOf({ title, how, measuredAt, rows, thresholds }: Result): string {
  const table = [
    `| ${headings.join(' | ')} |`,
    `|---|${headings
      .slice(1)
      .map(() => '---:|')
      .join('')}`,
    ...rows.flatMap((row) => [row, ...(row.against ? [row.against] : [])].map(lineOf)),
  ]
  const promises = [
    '| Metric | target | measured | |',
    '|---|---:|---:|---|',
    ...thresholds.map(
      (threshold) =>
        `| ${threshold.metric} | ${limitText(threshold)} | ${valueOf(threshold)} | ${isMet(threshold) ? 'met' : '**missed**'} |`,
    ),
  ]
  return [
    `### ${title}`,
    `${how} Measured ${measuredAt.slice(0, 16).replace('T', ' ')} UTC.`,
    ...(rows.length > 0 ? [table.join('\n')] : []),
    ...(thresholds.length > 0 ? [promises.join('\n')] : []),
  ].join('\n\n')
}

function lineOf(row: Parameters<typeof cellsOf>[0]): string {
  return `| ${cellsOf(row).join(' | ')} |`
}

function roundFigures(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value
}
