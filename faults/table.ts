import { isMissed, type Measure } from './fault.ts'
import type { Result } from './results.ts'

const marks = { passed: '✓', missed: '✗', 'not run': '–' } as const

/** One line for the terminal. */
export function rowOf({ figure, name, verdict, measures, seconds, reason }: Result): string {
  const told = [`${marks[verdict]} ${figure.padEnd(4)} ${name} (${seconds} s)`]
  for (const [what, measure] of Object.entries(measures)) told.push(`       ${tell(what, measure)}`)
  if (reason !== undefined) told.push(`       ${verdict}: ${reason}`)
  return told.join('\n')
}

/** docs/faults.md, as a whole. */
export function documentOf(results: readonly Result[]): string {
  const rows = results.map(
    ({ figure, name, bar, verdict, measures, measuredAt, seconds, reason }) =>
      `| ${figure} | ${name} | ${bar} | ${measuredText(measures, reason)} | ${verdict} | ${measuredAt}, ${seconds} s |`,
  )
  const machines = [...new Set(results.map(({ machine }) => machine))]
  return `# What breaks, and what holds

Written by \`npm run faults\`: real hubs as \`npm start\` runs them, with their own database, killed, starved and cheated for real while people use
them over HTTP. \`npm run faults -- F1 F7 --short\` runs a selection with small counts and writes nothing here; \`npm test\` runs those so that have one.
A fault that a machine cannot bring about is "not run", and that is no pass. The counts are those of the run that is told here; \`rounds.long\` in the
file of a fault is the full one.

Measured on: ${machines.join('; ')}.

| Figure | What goes wrong | What has to hold | Measured | Verdict | When, how long |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

function measuredText(measures: Result['measures'], reason: string | undefined): string {
  const told = Object.entries(measures).map(([what, measure]) => tell(what, measure))
  return [...told, ...(reason === undefined ? [] : [reason])]
    .join('; ')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
}

function tell(what: string, measure: Measure): string {
  const { value, unit, atMost, atLeast } = measure
  const bounds = [
    ...(atMost === undefined ? [] : [`at most ${format(atMost)}`]),
    ...(atLeast === undefined ? [] : [`at least ${format(atLeast)}`]),
  ]
  const text = `${what} ${format(value)}${unit && ` ${unit}`}`
  return `${text}${bounds.length > 0 ? ` (${bounds.join(', ')})` : ''}${isMissed(measure) ? ' MISSED' : ''}`
}

function format(value: number): string {
  return value.toLocaleString('en')
}
