import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

import { loadTool } from '../load/load-generator.ts'
import { isMet, type Result } from '../result.ts'
import { plotResults } from './plot-results.ts'
import { limitText, cellsOf, headings, valueOf } from './print-result.ts'

const startMarker = '<!-- measured: written by npm run bench -->'
const endMarker = '<!-- end of the measured part -->'

/**
 * Replaces the results of the same names in performance.json and writes all results to performance.md and
 * performance.svg. Text of performance.md outside of the two markers is not changed.
 */
export async function writeReport(folder: string, current: readonly Result[]): Promise<string> {
  const data = join(folder, 'performance.json')
  const page = join(folder, 'performance.md')
  const previous: Result[] = JSON.parse(await readFile(data, 'utf8').catch(() => '[]'))
  const results = [
    ...previous.filter(({ name }) => !current.some((result) => result.name === name)),
    ...current,
  ].toSorted((a, b) => positionOf(a) - positionOf(b))
  await writeFile(data, `${JSON.stringify(results, roundNumbers, 1)}\n`)
  await writeFile(join(folder, 'performance.svg'), plotResults(results))
  const text = await readFile(page, 'utf8').catch(() => `# Performance\n\n${startMarker}\n${endMarker}\n`)
  const [before = '', rest = ''] = text.split(startMarker)
  const after = rest.split(endMarker)[1] ?? '\n'
  await writeFile(page, `${before}${startMarker}\n${describe(results)}\n${endMarker}${after}`)
  return page
}

const order = ['cached', 'uncached', 'lists', 'mixed', 'writes', 'files', 'bucket', 'flood', 'start']

function positionOf({ name }: Result): number {
  const position = order.findIndex((known) => name.startsWith(known))
  return (position < 0 ? order.length : position) * 10 + name.length / 100
}

function describe(results: readonly Result[]): string {
  const thresholds = results.flatMap((result) => result.thresholds)
  const met = thresholds.filter(isMet)
  return [
    `![Measured values relative to their targets](performance.svg)`,
    `${met.length} of ${thresholds.length} targets met. ${machine()}`,
    ...results.map(describeResult),
  ].join('\n\n')
}

function machine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `Machine: ${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, Node ${process.versions.node}, load generator: ${loadTool}, on the same machine.`
}

function describeResult({ title, how, measuredAt, rows, thresholds }: Result): string {
  const table = [
    `| ${headings.join(' | ')} |`,
    `|---|${headings
      .slice(1)
      .map(() => '---:|')
      .join('')}`,
    ...rows.flatMap((row) => [row, ...(row.baseline ? [row.baseline] : [])].map(tableRow)),
  ]
  const targets = [
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
    ...(thresholds.length > 0 ? [targets.join('\n')] : []),
  ].join('\n\n')
}

function tableRow(row: Parameters<typeof cellsOf>[0]): string {
  return `| ${cellsOf(row).join(' | ')} |`
}

function roundNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value
}
