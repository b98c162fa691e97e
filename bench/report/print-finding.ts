import { isHeld, ratioOf, type Bar, type Finding, type Row } from '../finding.ts'

/** A finding as a table for a terminal. */
export function printFinding({ title, rows, bars }: Finding, say: (line: string) => void): void {
  say(title)
  if (rows.length > 0) {
    const table = [headings, ...rows.map(cellsOf)]
    const widths = headings.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)))
    for (const cells of table)
      say(
        `  ${cells.map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join('  ')}`,
      )
  }
  for (const bar of bars) say(`  ${isHeld(bar) ? '✓' : '✗'} ${bar.claim} ${boundOf(bar)}: ${valueOf(bar)}`)
}

export const headings = ['', 'a second', 'of bare', 'by CPU', 'p50 ms', 'p99 ms', 'CPU µs', 'MB', 'failed']

export function cellsOf(row: Row): string[] {
  return [
    row.name,
    rounded(row.perSecond),
    row.against ? ratioOf(row).toFixed(2) : '',
    row.against ? (row.against.cpu / row.cpu).toFixed(2) : '',
    row.p50.toFixed(2),
    row.p99.toFixed(1),
    row.cpu > 0 ? rounded(row.cpu) : '',
    row.memory > 0 ? rounded(row.memory) : '',
    String(row.failed),
  ]
}

export function boundOf({ bound, unit }: Bar): string {
  return 'atLeast' in bound
    ? `at least ${figure(bound.atLeast)}${unit}`
    : `at most ${figure(bound.atMost)}${unit}`
}

export function valueOf({ value, unit }: Bar): string {
  return `${figure(value)}${unit}`
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return '?'
  return value >= 100 ? rounded(value) : String(Math.round(value * 100) / 100)
}

function rounded(value: number): string {
  return Math.round(value).toLocaleString('en')
}
