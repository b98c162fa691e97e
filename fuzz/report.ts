import type { Result } from './findings.ts'

/** The figures as a table; `--json` writes them as JSON. */
export function writeReport(results: readonly Result[], seed: number): string {
  const rows = results.flatMap(({ part, runs, seconds, figures, findings }) => [
    [part, 'runs', String(runs)],
    [part, 'seconds', String(seconds)],
    ...Object.entries(figures).map(([name, figure]) => [part, name, String(figure)]),
    [part, 'findings', String(findings.length)],
  ])
  const found = results.flatMap(({ part, findings }) =>
    findings.map(({ what, times, example }) => `- ${part}: ${what} (${times} times)\n  ${example}`),
  )
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return [`Seed ${seed}`, '', '| part | figure | value |', '|---|---|---|', ...table, '', ...found].join('\n')
}
