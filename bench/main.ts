import { chooseRun, UsageError } from './choose-run.ts'
import { presser } from './load/press.ts'
import { printFinding } from './report/print-finding.ts'
import { writeReport } from './report/write-report.ts'
import { scenarios } from './scenarios.ts'
import { openStage } from './stage.ts'

/** Measures what the command line asks for, prints it and writes the report. */
try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const run = chooseRun(process.argv.slice(2))
  const stage = openStage(run, (line) => console.log(line))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stage.clear().finally(() => process.exit(1)))
  // Also what fails beside a scenario must not leave databases running.
  process.once('uncaughtException', (error) => {
    console.error(error)
    void stage.clear().finally(() => process.exit(1))
  })
  console.log(`Load by ${presser}, ${run.pace.rounds} rounds of ${run.pace.seconds} s each.`)
  try {
    for (const { name, measure } of scenarios.filter((one) => run.names.includes(one.name))) {
      console.log(`\n▸ ${name}`)
      const finding = await measure(stage)
      printFinding(finding, (line) => console.log(line))
      // At once: a run that breaks off has told what it knew.
      if (run.report !== undefined) console.log(`Written: ${await writeReport(run.report, [finding])}`)
    }
  } finally {
    await stage.clear()
  }
}
