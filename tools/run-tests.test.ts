import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { cleanUpAfterEach, createCheckout, type Checkout } from '#test-support/checkout.ts'

cleanUpAfterEach()

let checkout: Checkout
beforeEach(() => {
  checkout = createCheckout()
  checkout.write('chromium', '#!/bin/sh\necho Chromium 1\n')
  chmodSync(join(checkout.folder, 'chromium'), 0o755)
  checkout.write(
    'vitest.config.ts',
    `import { SummaryReporter } from './tools/summary-reporter.mjs'
    const reporters = ['default', new SummaryReporter(process.env.TEST_SUMMARY)]
    export default { test: { include: ['unit/*.test.ts'], reporters } }`,
  )
  checkout.write('playwright.config.ts', `export default { testDir: 'e2e' }`)
  checkout.write(
    'unit/a.test.ts',
    `import { test } from 'vitest'\ntest('one', () => {})\ntest('two', () => {})`,
  )
  checkout.write('e2e/visit.spec.ts', `import { test } from '@playwright/test'\ntest('visit', () => {})`)
  setScripts({})
})

test('a run prints each step with its time and ends with the totals of both runners', async () => {
  const { code, output } = await runTests()

  expect(output).toMatch(
    /\n✓ Types, lint and format: [\d.]+ s\n✓ Unused code and packages: [\d.]+ s\n✓ Build: [\d.]+ s\n✓ Unit and API tests: [\d.]+ s\n✓ Browser tests: [\d.]+ s\n✓ Faults: [\d.]+ s\n✓ Known vulnerabilities: [\d.]+ s\n\n3 passed, 0 failed in [\d.]+ s\n$/,
  )
  expect(code).toBe(0)
})

test('a failed test stops the run and is counted; skipped steps are named', async () => {
  checkout.write(
    'unit/b.test.ts',
    `import { test } from 'vitest'
    test('three', () => { throw new Error('no', { cause: new Error('the reason') }) })`,
  )

  const { code, output } = await runTests()

  expect(output).toMatch(
    /✗ Unit and API tests: [\d.]+ s, exit code 1\n– Browser tests: not run\n– Faults: not run\n– Known vulnerabilities: not run\n/,
  )
  expect(output).toMatch(/\n✗ unit\/b\.test\.ts › three: no: the reason\n2 passed, 1 failed in /)
  expect(code).toBe(1)
})

test('a test file that cannot be loaded is a failure', async () => {
  checkout.write('unit/b.test.ts', `import './missing.ts'`)

  const { code, output } = await runTests(['unit'])

  expect(output).toMatch(/\n✗ unit\/b\.test\.ts › the file: .+\n2 passed, 1 failed in /)
  expect(code).toBe(1)
})

test('a failed check prints its output; a run in CI continues and ends with its exit code', async () => {
  setScripts({ lint: `node -e "console.log('a lint error'); process.exit(3)"` })

  const { code, output } = await runTests([], { CI: 'true' })

  expect(output).toContain('\n▸ lint\na lint error\n')
  expect(output).toMatch(/✗ Types, lint and format: [\d.]+ s, exit code 3\n[^]*✓ Browser tests/)
  expect(output).toMatch(/\n3 passed, 0 failed in /)
  expect(code).toBe(3)
})

test('a failed browser test is counted beside the unit tests that passed', async () => {
  checkout.write(
    'e2e/break.spec.ts',
    `import { test } from '@playwright/test'\ntest('break', () => { throw new Error('no') })`,
  )
  checkout.write('e2e/later.spec.ts', `import { test } from '@playwright/test'\ntest.skip('later', () => {})`)

  const { code, output } = await runTests(['unit', 'e2e'])

  expect(output).toMatch(/\n3 passed, 1 failed, 1 skipped in /)
  expect(code).toBe(1)
})

test('a fault that missed its limit fails the run, one that could not be caused is skipped', async () => {
  const results = [
    { figure: 'F1', name: 'kill', verdict: 'missed', measures: { lost: { value: 2, unit: 'rows' } } },
    { figure: 'F4', name: 'full', verdict: 'not run', measures: {} },
    { figure: 'F7', name: 'second', verdict: 'passed', measures: {} },
  ]
  checkout.write('report.json', JSON.stringify({ results }))
  checkout.write('faults.cjs', `require('fs').copyFileSync('report.json', '.cache/reports/faults.json')`)
  setScripts({ faults: 'node faults.cjs' })

  const { code, output } = await runTests(['faults'])

  expect(output).toContain('✗ F1 kill: lost 2 rows\n')
  expect(output).toMatch(/\n1 passed, 1 failed, 1 skipped in /)
  expect(code).toBe(1)
})

test('without a response of the registry the audit neither passes nor fails', async () => {
  setScripts({ audit: 'node -e "process.exit(75)"' })

  const { code, output } = await runTests()

  expect(output).toMatch(/✓ Faults: [\d.]+ s\n– Known vulnerabilities: not run\n\n3 passed, 0 failed in /)
  expect(code).toBe(0)
})

test('the full run includes the slow tests and all faults', async () => {
  const print = `console.log('full', process.env.TEST_FULL, process.argv.slice(1).join(' '))`
  setScripts({ faults: `node -e "${print}" --`, 'test:unit': `node -e "${print}"` })

  const quick = await runTests(['unit', 'faults'])
  const full = await checkout.run('test:full', ['unit', 'faults'])

  expect(quick.output).toMatch(/full false \n[^]*full undefined --short F1 /)
  expect(full.output).toMatch(/full true \n[^]*full undefined --short\n/)
})

test('a run without tests fails', async () => {
  setScripts({ 'test:unit': 'vitest run --passWithNoTests nowhere' })

  const { code, output } = await runTests(['unit'])

  expect(output).toMatch(/\n0 passed, 0 failed in /)
  expect(code).toBe(1)
})

test('the report of an earlier run is not counted again', async () => {
  await runTests(['unit'])
  setScripts({ 'test:unit': 'node -e 0' })

  expect((await runTests(['unit'])).output).toMatch(/\n0 passed, 0 failed in /)
})

test('an unknown step is rejected with a list of the steps', async () => {
  const { code, output } = await runTests(['unti'])

  expect(output).toContain('Unknown step unti. Steps: lint, knip, build, unit, e2e, faults, audit.')
  expect(code).toBe(1)
})

function setScripts(scripts: Record<string, string>): void {
  const all = {
    lint: 'node -e 0',
    knip: 'node -e 0',
    'test:unit': 'vitest run',
    e2e: 'playwright test',
    faults: 'node -e 0 --',
    audit: 'node -e 0',
    ...scripts,
  }
  checkout.write('package.json', JSON.stringify({ ...readPackage(), scripts: all }))
}

function readPackage(): object {
  return JSON.parse(readFileSync(join(checkout.folder, 'package.json'), 'utf8'))
}

function runTests(steps: string[] = [], environment: Record<string, string> = {}) {
  const chromium = { CHROMIUM_PATH: join(checkout.folder, 'chromium') }
  return checkout.run('test', steps, { ...chromium, ...environment })
}
