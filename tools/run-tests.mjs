import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findOrInstallChromium } from './chromium.mjs'
import { NOT_RUN } from './parse-audit.mjs'
import { environmentFor } from './pinned-node.mjs'
import { prepare } from './prepare.mjs'
import { durationOf } from './progress.mjs'
import { inRoot } from './root.mjs'
import { run, runCaptured } from './run-program.mjs'
import { SetupError, exitWithError } from './setup-error.mjs'
import { temporaryFolder } from './temporary-folder.mjs'
import { addTotals, formatTotals, readReport, summariseFaults, summarisePlaywright } from './test-summary.mjs'

const UNIT_REPORT = inRoot('.cache', 'reports', 'unit.json')
const E2E_REPORT = inRoot('.cache', 'reports', 'e2e.json')
const FAULTS_REPORT = inRoot('.cache', 'reports', 'faults.json')

/** The full run has all that have a short count. */
const QUICK_FAULTS = ['F1', 'F3', 'F7', 'F13', 'F15']

/**
 * @typedef {{ node: string, isFull: boolean }} Context
 * @typedef {{
 *   name: string
 *   title: string
 *   isStatic?: boolean
 *   needs?: string
 *   run: (context: Context) => Promise<number>
 *   summary?: () => import('./test-summary.mjs').Summary | undefined
 * }} Step
 * @typedef {{ step: Step, code: number | undefined, milliseconds: number }} Outcome
 */

/** @type {Step[]} */
const steps = [
  {
    name: 'lint',
    title: 'Types, lint and format',
    isStatic: true,
    run: ({ node }) => runCheck(node, 'lint'),
  },
  {
    name: 'knip',
    title: 'Unused code and packages',
    isStatic: true,
    run: ({ node }) => runCheck(node, 'knip'),
  },
  { name: 'build', title: 'Build', isStatic: true, run: () => prepare().then(() => 0) },
  {
    name: 'unit',
    title: 'Unit and API tests',
    needs: 'build',
    run: ({ node, isFull }) =>
      runScript(node, 'test:unit', '', {
        TEST_SUMMARY: UNIT_REPORT,
        TEST_FULL: String(isFull),
        TMPDIR: temporaryFolder(),
      }),
    summary: () => readReport(UNIT_REPORT),
  },
  {
    name: 'e2e',
    title: 'Browser tests',
    needs: 'build',
    run: runBrowserTests,
    summary: () => summarise(E2E_REPORT, summarisePlaywright),
  },
  {
    name: 'faults',
    title: 'Faults',
    needs: 'build',
    run: ({ node, isFull }) => runScript(node, 'faults', ` --short ${isFull ? '' : QUICK_FAULTS.join(' ')}`),
    summary: () => summarise(FAULTS_REPORT, summariseFaults),
  },
  { name: 'audit', title: 'Known vulnerabilities', run: ({ node }) => runScript(node, 'audit') },
]

/**
 * Runs the named steps, or all of them.
 *
 * @param {string[]} names
 * @param {{ isFull: boolean }} options
 */
export async function runTests(names, { isFull }) {
  const chosen = chooseSteps(names)
  const node = await prepare({ needsWeb: false })
  mkdirSync(inRoot('.cache', 'reports'), { recursive: true })
  for (const report of [UNIT_REPORT, E2E_REPORT, FAULTS_REPORT]) rmSync(report, { force: true })

  const startedAt = performance.now()
  const outcomes = await runSteps(chosen, { node, isFull }).catch(exitWithError)

  console.log(`\n${outcomes.map(describe).join('\n')}\n`)
  const tested = chosen.filter((step) => step.summary)
  const summaries = tested.flatMap((step) => step.summary?.() ?? [])
  for (const failure of summaries.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`)
  const totals = addTotals(summaries.map((summary) => summary.totals))
  console.log(`${formatTotals(totals)} in ${durationOf(performance.now() - startedAt)}`)
  const failed = outcomes.find(({ code }) => code !== 0 && code !== undefined)
  // A run without tests, or whose report has failures, must not look like a success.
  const isDoubtful = totals.failed > 0 || (tested.length > 0 && totals.passed === 0)
  process.exitCode = failed?.code ?? (isDoubtful ? 1 : 0)
}

/** @param {string[]} names */
function chooseSteps(names) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown)
    exitWithError(
      new SetupError(`Unknown step ${unknown}. Steps: ${steps.map((step) => step.name).join(', ')}.`),
    )
  if (names.length === 0) return steps
  const needed = new Set(steps.filter(({ name }) => names.includes(name)).map(({ needs }) => needs))
  return steps.filter(({ name }) => names.includes(name) || needed.has(name))
}

/**
 * Runs the static checks at the same time and the rest in order. A run on a terminal stops after the first failure,
 * a run in CI continues.
 *
 * @param {Step[]} chosen
 * @param {Context} context
 * @returns {Promise<Outcome[]>}
 */
async function runSteps(chosen, context) {
  const continues = process.env['CI'] === 'true'
  const outcomes = await Promise.all(
    chosen.filter(({ isStatic }) => isStatic).map((step) => runStep(step, context)),
  )
  for (const step of chosen.filter(({ isStatic }) => !isStatic)) {
    const failed = outcomes.filter(({ code }) => code !== 0)
    const isSkipped = continues
      ? failed.some((outcome) => outcome.step.name === step.needs)
      : failed.length > 0
    outcomes.push(isSkipped ? { step, code: undefined, milliseconds: 0 } : await runStep(step, context))
  }
  return outcomes
}

/**
 * @param {Step} step
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function runStep(step, context) {
  const startedAt = performance.now()
  if (!step.isStatic) console.log(`\n▸ ${step.title}`)
  const exitCode = await step.run(context).catch((error) => {
    console.error(error instanceof SetupError ? error.message : error)
    return 1
  })
  const code = exitCode === NOT_RUN ? undefined : exitCode
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
 * Runs the command of package.json, so that `npm run` does the same.
 *
 * @param {string} node
 * @param {string} name
 * @param {string} [args]
 * @param {Record<string, string>} [environment]
 */
function runScript(node, name, args = '', environment = {}) {
  return run(scriptOf(name) + args, [], {
    env: environmentFor(node, environment),
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/**
 * Prints the output only at the end, because checks run at the same time.
 *
 * @param {string} node
 * @param {string} name
 */
async function runCheck(node, name) {
  const { code, output } = await runCaptured(scriptOf(name), [], { env: environmentFor(node), shell: true })
  if (code !== 0) console.log(`\n▸ ${name}\n${output.trim()}`)
  return code
}

/** @param {string} name */
function scriptOf(name) {
  return JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).scripts[name]
}

/** @param {Context} context */
async function runBrowserTests({ node, isFull }) {
  return runScript(node, 'e2e', ' --reporter=list,json', {
    CHROMIUM_PATH: await findOrInstallChromium(node),
    PLAYWRIGHT_JSON_OUTPUT_FILE: E2E_REPORT,
    TEST_FULL: String(isFull),
    TMPDIR: temporaryFolder(),
  })
}

/**
 * @param {string} path
 * @param {(report: any) => import('./test-summary.mjs').Summary} summariseReport
 */
function summarise(path, summariseReport) {
  const report = readReport(path)
  return report && summariseReport(report)
}
