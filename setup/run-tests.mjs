import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { NOT_RUN } from './audit-verdict.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { environmentFor } from './pinned-node.mjs'
import { prepare } from './prepare.mjs'
import { durationOf } from './progress.mjs'
import { inRoot } from './root.mjs'
import { run } from './run-program.mjs'
import { SetupFailed, stopWithMessage } from './stop-with-message.mjs'
import {
  failuresOfFaults,
  failuresOfPlaywright,
  failuresOfVitest,
  lineOf,
  readReport,
  sumOf,
  totalsOfFaults,
  totalsOfPlaywright,
  totalsOfVitest,
} from './totals.mjs'

const UNIT_REPORT = inRoot('.cache', 'reports', 'unit.json')
const FAULTS_REPORT = inRoot('.cache', 'reports', 'faults.json')
const JOURNEYS_REPORT = inRoot('.cache', 'reports', 'journeys.json')

/**
 * @typedef {{
 *   name: string
 *   title: string
 *   needs?: string
 *   run: (node: string) => Promise<number>
 *   totals?: () => import('./totals.mjs').Totals | undefined
 *   failures?: () => string[] | undefined
 * }} Step
 */

/** @type {Step[]} */
const steps = [
  { name: 'types', title: 'Types', run: (node) => runScript(node, 'types') },
  { name: 'lint', title: 'Lint and format', run: (node) => runScript(node, 'lint') },
  { name: 'unused', title: 'Unused code and packages', run: (node) => runScript(node, 'unused') },
  { name: 'build', title: 'Build', run: () => prepare().then(() => 0) },
  {
    name: 'unit',
    title: 'Unit and API tests',
    // Pages are tested as they are served: built.
    needs: 'build',
    run: (node) =>
      runScript(node, 'unit', ` --reporter=default --reporter=json --outputFile.json="${UNIT_REPORT}"`),
    totals: () => fromReport(UNIT_REPORT, totalsOfVitest),
    failures: () => fromReport(UNIT_REPORT, failuresOfVitest),
  },
  {
    name: 'e2e',
    title: 'Browser journeys',
    needs: 'build',
    run: runJourneys,
    totals: () => fromReport(JOURNEYS_REPORT, totalsOfPlaywright),
    failures: () => fromReport(JOURNEYS_REPORT, failuresOfPlaywright),
  },
  {
    name: 'faults',
    title: 'Faults',
    needs: 'build',
    run: (node) => runScript(node, 'faults', ' --short'),
    totals: () => fromReport(FAULTS_REPORT, totalsOfFaults),
    failures: () => fromReport(FAULTS_REPORT, failuresOfFaults),
  },
  // The last: without an answer of the registry it has not run, and nothing may wait for that.
  { name: 'audit', title: 'Known holes', run: (node) => runScript(node, 'audit') },
]

/** @typedef {{ step: Step, code: number | undefined, milliseconds: number }} Outcome */

await main().catch(stopWithMessage)

async function main() {
  const chosen = chooseSteps(process.argv.slice(2))
  const node = await prepare({ needsWeb: false })
  mkdirSync(inRoot('.cache', 'reports'), { recursive: true })
  for (const report of [UNIT_REPORT, JOURNEYS_REPORT, FAULTS_REPORT]) rmSync(report, { force: true })

  const outcomes = await runSteps(chosen, node)

  console.log(`\n${outcomes.map(describe).join('\n')}\n`)
  for (const failure of chosen.flatMap((step) => step.failures?.() ?? [])) console.log(`✗ ${failure}`)
  const tested = chosen.filter((step) => step.totals)
  const totals = sumOf(tested.flatMap((step) => step.totals?.() ?? []))
  console.log(lineOf(totals))
  const failed = outcomes.find(({ code }) => code !== 0 && code !== undefined)
  // A run that tested nothing must not look like a success, and neither one whose report tells of failures.
  const isDoubtful = totals.failed > 0 || (tested.length > 0 && totals.passed === 0)
  process.exitCode = failed?.code ?? (isDoubtful ? 1 : 0)
}

/** @param {string[]} names */
function chooseSteps(names) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown) {
    throw new SetupFailed(`There is no step ${unknown}. Steps: ${steps.map((step) => step.name).join(', ')}.`)
  }
  if (names.length === 0) return steps
  const needed = new Set(steps.filter(({ name }) => names.includes(name)).map(({ needs }) => needs))
  return steps.filter(({ name }) => names.includes(name) || needed.has(name))
}

/**
 * A person wants to know of the first failure at once, an automatic run of all of them.
 *
 * @param {Step[]} chosen
 * @param {string} node
 * @returns {Promise<Outcome[]>}
 */
async function runSteps(chosen, node) {
  const goesOn = process.env['CI'] === 'true'
  /** @type {Outcome[]} */
  const outcomes = []
  for (const step of chosen) {
    const before = outcomes.filter(({ code }) => code !== 0)
    const isSkipped = goesOn ? before.some((outcome) => outcome.step.name === step.needs) : before.length > 0
    outcomes.push(isSkipped ? { step, code: undefined, milliseconds: 0 } : await runOne(step, node))
  }
  return outcomes
}

/**
 * @param {Step} step
 * @param {string} node
 * @returns {Promise<Outcome>}
 */
async function runOne(step, node) {
  const startedAt = performance.now()
  console.log(`\n▸ ${step.title}`)
  const ended = await step.run(node).catch((error) => {
    console.error(error instanceof SetupFailed ? error.message : error)
    return 1
  })
  const code = ended === NOT_RUN ? undefined : ended
  const milliseconds = performance.now() - startedAt
  console.log(`${markOf(code)} ${step.title}: ${durationOf(milliseconds)}`)
  return { step, code, milliseconds }
}

/** @param {number | undefined} code */
function markOf(code) {
  if (code === undefined) return '–'
  return code === 0 ? '✓' : '✗'
}

/** @param {Outcome} outcome */
function describe({ step, code, milliseconds }) {
  if (code === undefined) return `– ${step.title}: not run`
  return `${markOf(code)} ${step.title}: ${durationOf(milliseconds)}${code === 0 ? '' : `, exit code ${code}`}`
}

/**
 * The command is the one in package.json, so that `npm run` does the same.
 *
 * @param {string} node
 * @param {string} name
 * @param {string} [more]
 * @param {Record<string, string>} [environment]
 */
function runScript(node, name, more = '', environment = {}) {
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const env = environmentFor(node, environment)
  return run(scripts[name] + more, [], { env, shell: true, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** @param {string} node */
async function runJourneys(node) {
  const chromium = await findOrInstallChromium(node)
  return runScript(node, 'e2e', ' --reporter=list,json', {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: JOURNEYS_REPORT,
  })
}

/**
 * @template Result
 * @param {string} path
 * @param {(report: any) => Result} read
 */
function fromReport(path, read) {
  const report = readReport(path)
  return report && read(report)
}
