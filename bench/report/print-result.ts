import { isMet, ratioOf, type Threshold, type Result, type Row } from '../result.ts'

/** Prints a result as a table for a terminal. */
export function printResult({ title, rows, thresholds }: Result, print: (line: string) => void): void {
  print(title)
  if (rows.length > 0) {
    const table = [headings, ...rows.map(cellsOf)]
    const widths = headings.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)))
    for (const cells of table)
      print(
        `  ${cells.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join('  ')}`,
      )
  }
  for (const threshold of thresholds)
    print(
      `  ${isMet(threshold) ? '✓' : '✗'} ${threshold.metric} ${limitText(threshold)}: ${valueOf(threshold)}`,
    )
}

export const headings = [
  '',
  'requests/s',
  'rate ratio',
  'CPU ratio',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'MB',
  'failed',
]

export function cellsOf(row: Row): string[] {
  return [
    row.name,
    formatInteger(row.perSecond),
    row.baseline ? ratioOf(row).toFixed(2) : '',
    row.baseline ? (row.baseline.cpu / row.cpu).toFixed(2) : '',
    row.p50.toFixed(2),
    row.p99.toFixed(1),
    row.cpu > 0 ? formatInteger(row.cpu) : '',
    row.memory > 0 ? formatInteger(row.memory) : '',
    String(row.failed),
  ]
}

export function limitText({ limit, unit }: Threshold): string {
  return 'atLeast' in limit
    ? `at least ${formatValue(limit.atLeast)}${unit}`
    : `at most ${formatValue(limit.atMost)}${unit}`
}

export function valueOf({ value, unit }: Threshold): string {
  return `${formatValue(value)}${unit}`
}

function formatValue(value: number): string {
  if (!Number.isFinite(value)) return '?'
  return value >= 100 ? formatInteger(value) : String(Math.round(value * 100) / 100)
}

function formatInteger(value: number): string {
  return Math.round(value).toLocaleString('en')
}
