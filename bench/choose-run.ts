import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { scenarios } from './scenarios.ts'

export type Run = {
  /** Names of scenarios, in the order in which they run. */
  names: readonly string[]
  pace: { rounds: number; seconds: number }
  /** Scripts per site. The list scenario compares the small site with the large one. */
  small: number
  large: number
  /** Fraction of the full duration and data size, at most 1. */
  share: number
  /** The folder of the measured sites. */
  folder: string
  /** Folder of the report. Undefined: results are only printed. */
  report: string | undefined
}

export class UsageError extends Error {}

const usage = `npm run bench                     all scenarios, on sites of 1,000 and 100,000 scripts
npm run bench -- cached lists     some of: ${scenarios.map(({ name }) => name).join(' ')}
  --million        lists on a site of 1,000,000 scripts (only lists, unless scenarios are named)
  --short          short rounds, two minutes in all; the figures are not reliable
  --folder PATH    folder of the measured sites (.cache/bench)
  --report PATH    folder of the report (docs); --no-report only prints it`

/** Parses the command line. */
export function chooseRun(args: readonly string[]): Run {
  const { values, positionals } = parseOptions(args)
  if (values.help) throw new UsageError(usage)
  const known = scenarios.map(({ name }) => name)
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(`Unknown scenario: ${unknown}.\n${usage}`)
  const defaults = values.million ? ['lists'] : known
  return {
    names: known.filter((name) => (positionals.length > 0 ? positionals : defaults).includes(name)),
    pace: values.short ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 2 },
    small: 1_000,
    large: values.million ? 1_000_000 : 100_000,
    share: values.short ? 0.2 : 1,
    folder: resolve(values.folder),
    report: values['no-report'] ? undefined : resolve(values.report),
  }
}

function parseOptions(args: readonly string[]) {
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
