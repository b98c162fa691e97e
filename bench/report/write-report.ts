import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

import { presser } from '../load/press.ts'
import { isHeld, type Finding } from '../finding.ts'
import { plotFindings } from './plot-findings.ts'
import { boundOf, cellsOf, headings, valueOf } from './print-finding.ts'

const begins = '<!-- measured: written by npm run bench -->'
const ends = '<!-- end of what is measured -->'

/**
 * Puts findings into performance.json, in the place of older ones of the same name, and writes the figures of all
 * into performance.md. What stands there outside of the two marks is left alone.
 */
export async function writeReport(folder: string, fresh: readonly Finding[]): Promise<string> {
  const data = join(folder, 'performance.json')
  const page = join(folder, 'performance.md')
  const kept: Finding[] = JSON.parse(await readFile(data, 'utf8').catch(() => '[]'))
  const findings = [...kept.filter(({ name }) => !fresh.some((one) => one.name === name)), ...fresh].toSorted(
    (a, b) => placeOf(a) - placeOf(b),
  )
  await writeFile(data, `${JSON.stringify(findings, roundFigures, 1)}\n`)
  await writeFile(join(folder, 'performance.svg'), plotFindings(findings))
  const text = await readFile(page, 'utf8').catch(() => `# Performance\n\n${begins}\n${ends}\n`)
  const [before = '', rest = ''] = text.split(begins)
  const after = rest.split(ends)[1] ?? '\n'
  await writeFile(page, `${before}${begins}\n${describe(findings)}\n${ends}${after}`)
  return page
}

const order = ['cached', 'uncached', 'lists', 'mixed', 'writes', 'files', 'bucket', 'flood', 'start']

function placeOf({ name }: Finding): number {
  const place = order.findIndex((known) => name.startsWith(known))
  return (place < 0 ? order.length : place) * 10 + name.length / 100
}

function describe(findings: readonly Finding[]): string {
  const bars = findings.flatMap((finding) => finding.bars)
  const held = bars.filter(isHeld)
  return [
    `![Ratios to bare node:http and to their bars](performance.svg)`,
    `${held.length} of ${bars.length} bars held. ${machine()}`,
    ...findings.map(sectionOf),
  ].join('\n\n')
}

function machine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `Machine: ${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, Node ${process.versions.node}, load by ${presser} beside the server.`
}

function sectionOf({ title, how, measuredAt, rows, bars }: Finding): string {
  const table = [
    `| ${headings.join(' | ')} |`,
    `|---|${headings
      .slice(1)
      .map(() => '---:|')
      .join('')}`,
    ...rows.flatMap((row) => [row, ...(row.against ? [row.against] : [])].map(lineOf)),
  ]
  const promises = [
    '| Bar | asked | measured | |',
    '|---|---:|---:|---|',
    ...bars.map(
      (bar) =>
        `| ${bar.claim} | ${boundOf(bar)} | ${valueOf(bar)} | ${isHeld(bar) ? 'held' : '**not held**'} |`,
    ),
  ]
  return [
    `### ${title}`,
    `${how} Measured ${measuredAt.slice(0, 16).replace('T', ' ')} UTC.`,
    ...(rows.length > 0 ? [table.join('\n')] : []),
    ...(bars.length > 0 ? [promises.join('\n')] : []),
  ].join('\n\n')
}

function lineOf(row: Parameters<typeof cellsOf>[0]): string {
  return `| ${cellsOf(row).join(' | ')} |`
}

function roundFigures(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value
}
