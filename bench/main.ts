import { chooseRun, UsageError } from './choose-run.ts'
import { loadTool } from './load/load-generator.ts'
import { printResult } from './report/print-result.ts'
import { writeReport } from './report/write-report.ts'
import { scenarios } from './scenarios.ts'
import { createHarness } from './harness.ts'

/** Runs the requested scenarios, prints the results and writes the report. */
try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const run = chooseRun(process.argv.slice(2))
  const harness = createHarness(run, (line) => console.log(line))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void harness.dispose().finally(() => process.exit(1)))
  // An error outside of the scenario's promise must not leave databases running.
  process.once('uncaughtException', (error) => {
    console.error(error)
    void harness.dispose().finally(() => process.exit(1))
  })
  console.log(`Load generator: ${loadTool}, ${run.pace.rounds} rounds of ${run.pace.seconds} s each.`)
  try {
    for (const { name, measure } of scenarios.filter((scenario) => run.names.includes(scenario.name))) {
      console.log(`\n▸ ${name}`)
      const result = await measure(harness)
      printResult(result, (line) => console.log(line))
      // Written after each scenario, so that an interrupted run has its results.
      if (run.report !== undefined) console.log(`Written: ${await writeReport(run.report, [result])}`)
    }
  } finally {
    await harness.dispose()
  }
}
