import { parseArgs } from 'node:util'

import { sarifReport } from './sarif-report.ts'
import { ScanError, scanPath } from './scan-path.ts'
import { textReport } from './text-report.ts'

const usage = `Usage: npm run scan -- PATH [--json | --sarif] [--fail-on high|medium|low]

PATH is a resource, a folder with resources, or an archive (.zip, .7z, .rar). It is analysed on this machine: nothing is
run, nothing is sent.

  --json             print the complete report as JSON
  --sarif            print the findings as SARIF 2.1.0
  --fail-on LEVEL    exit with code 1 if there is a finding of this severity or a worse one
`

const severities = ['high', 'medium', 'low'] as const

process.exitCode = await run(process.argv.slice(2))

async function run(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args)
    if (values.help) {
      process.stdout.write(usage)
      return 0
    }
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0) throw new ScanError(`Name one path.\n\n${usage}`)
    if (values.json && values.sarif) throw new ScanError(`Choose --json or --sarif, not both.\n\n${usage}`)
    const failOn = severities.findIndex((severity) => severity === values['fail-on'])
    if (values['fail-on'] !== undefined && failOn < 0)
      throw new ScanError(`--fail-on takes high, medium or low, not "${values['fail-on']}".\n\n${usage}`)
    const { report, links } = await scanPath(path)
    process.stdout.write(
      values.json
        ? `${JSON.stringify(report, null, 2)}\n`
        : values.sarif
          ? `${JSON.stringify(sarifReport(report), null, 2)}\n`
          : textReport(report, links),
    )
    return severities.slice(0, failOn + 1).some((severity) => report.counts[severity] > 0) ? 1 : 0
  } catch (error) {
    if (!(error instanceof ScanError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        sarif: { type: 'boolean' },
        'fail-on': { type: 'string' },
      },
    })
  } catch (error) {
    throw new ScanError(`${error instanceof Error ? error.message : 'Wrong arguments'}\n\n${usage}`)
  }
}
