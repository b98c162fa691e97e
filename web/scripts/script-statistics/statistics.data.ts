import { keepPreviousData } from '@tanstack/react-query'

import type { ScriptStatistics } from '#contract/scripts/script-authors.ts'
import { callQuery } from '#web/app/call.ts'

export const statisticsQuery = (scriptId: number, days: number) => ({
  ...callQuery(['statistics', scriptId, days], 'GET /api/scripts/:id/statistics', {
    params: { id: scriptId },
    query: { days },
  }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
})

export const series = [
  { key: 'downloads', label: 'Downloads' },
  { key: 'views', label: 'Views' },
  { key: 'likes', label: 'Likes' },
  { key: 'followers', label: 'Followers' },
  { key: 'reports', label: 'Compatibility reports' },
  { key: 'servers', label: 'Servers' },
] as const

export const sourceTexts: Record<ScriptStatistics['downloads'][number]['source'], string> = {
  site: 'Download button',
  recipe: 'Link for a server',
  token: 'Access token',
}

/** Quoted, and never a formula of a spreadsheet. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  return `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
}

const csv = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

export const daysCsv = ({ days }: ScriptStatistics) =>
  csv([
    ['Date', ...series.map(({ label }) => label)],
    ...days.map((day) => [day.date, ...series.map(({ key }) => day[key])]),
  ])

export const downloadsCsv = ({ downloads }: ScriptStatistics) =>
  csv([
    ['Date', 'Version', 'Source', 'Downloads'],
    ...downloads.map(({ date, version, source, downloads: count }) => [
      date,
      version ?? '',
      sourceTexts[source],
      count,
    ]),
  ])

/** The downloads of the period by version, or by source, most first. */
export function downloadsBy(
  { downloads }: ScriptStatistics,
  nameOf: (row: ScriptStatistics['downloads'][number]) => string,
): { name: string; downloads: number }[] {
  return [...Map.groupBy(downloads, nameOf)]
    .map(([name, rows]) => ({ name, downloads: rows.reduce((sum, row) => sum + row.downloads, 0) }))
    .toSorted((first, other) => other.downloads - first.downloads)
}
