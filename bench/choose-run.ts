import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { scenarios } from './scenarios.ts'

export type Run = {
  /** Names of scenarios, in the order in which they run. */
  names: readonly string[]
  pace: { rounds: number; seconds: number }
  /** How many scripts the sites have; lists are compared between the small and the large one. */
  small: number
  large: number
  /** How much of what takes its time is done, 1 for all of it. */
  share: number
  /** The folder of the measured sites. */
  folder: string
  /** Where the report goes; undefined: it is printed only. */
  report: string | undefined
}

export class UsageError extends Error {}

const usage = `npm run bench                     everything, on sites of 1,000 and 100,000 scripts
npm run bench -- cached lists     some of it: ${scenarios.map(({ name }) => name).join(' ')}
  --million        lists against a site of 1,000,000 scripts (and lists alone, if nothing else is named)
  --short          a first look in two minutes, not to be trusted
  --folder PATH    folder of the measured sites (.cache/bench)
  --report PATH    where the report goes (docs); --no-report only prints it`

/** Parses the command line. */
export function chooseRun(args: readonly string[]): Run {
  const { values, positionals } = read(args)
  if (values.help) throw new UsageError(usage)
  const known = scenarios.map(({ name }) => name)
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(`There is no ${unknown} to measure.\n${usage}`)
  const standard = values.million ? ['lists'] : known
  return {
    names: known.filter((name) => (positionals.length > 0 ? positionals : standard).includes(name)),
    pace: values.short ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 2 },
    small: 1_000,
    large: values.million ? 1_000_000 : 100_000,
    share: values.short ? 0.2 : 1,
    folder: resolve(values.folder),
    report: values['no-report'] ? undefined : resolve(values.report),
  }
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', default: false },
        million: { type: 'boolean', default: false },
        short: { type: 'boolean', default: false },
        folder: { type: 'string', default: '.cache/bench' },
        report: { type: 'string', default: 'docs' },
        'no-report': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
