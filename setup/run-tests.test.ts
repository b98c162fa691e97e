import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { cleanUpAfterEach, makeCheckout, type Checkout } from './testing.ts'

cleanUpAfterEach()

let checkout: Checkout
beforeEach(() => {
  checkout = makeCheckout()
  checkout.write('chromium', '#!/bin/sh\necho Chromium 1\n')
  chmodSync(join(checkout.folder, 'chromium'), 0o755)
  checkout.write('vitest.config.ts', `export default { test: { include: ['unit/*.test.ts'] } }`)
  checkout.write('playwright.config.ts', `export default { testDir: 'e2e' }`)
  checkout.write(
    'unit/a.test.ts',
    `import { test } from 'vitest'\ntest('one', () => {})\ntest('two', () => {})`,
  )
  checkout.write('e2e/visit.spec.ts', `import { test } from '@playwright/test'\ntest('visit', () => {})`)
  setScripts({})
})

test('a run says each step with its time and ends with the totals of both runners', async () => {
  const { code, output } = await runTests()

  expect(output).toMatch(/✓ Types: [\d.]+ s\n✓ Lint and format: [\d.]+ s\n✓ Unused code and packages: /)
  expect(output).toMatch(
    /✓ Browser journeys: [\d.]+ s\n✓ Faults: [\d.]+ s\n✓ Known holes: [\d.]+ s\n\n3 passed, 0 failed\n$/,
  )
  expect(code).toBe(0)
})

test('a failing test stops the run and is counted; what did not run is named', async () => {
  checkout.write(
    'unit/b.test.ts',
    `import { test } from 'vitest'\ntest('three', () => { throw new Error('no') })`,
  )

  const { code, output } = await runTests()

  expect(output).toMatch(
    /✗ Unit and API tests: [\d.]+ s, exit code 1\n– Browser journeys: not run\n– Faults: not run\n– Known holes: not run\n/,
  )
  expect(output).toMatch(/\n2 passed, 1 failed\n$/)
  expect(code).toBe(1)
})

test('an automatic run goes on after a failure and still ends with its exit code', async () => {
  setScripts({ lint: 'node -e "process.exit(3)"' })

  const { code, output } = await runTests([], { CI: 'true' })

  expect(output).toMatch(/✗ Lint and format: [\d.]+ s, exit code 3\n[^]*✓ Browser journeys/)
  expect(output).toMatch(/\n3 passed, 0 failed\n$/)
  expect(code).toBe(3)
})

test('a journey that fails is counted beside the unit tests that passed', async () => {
  checkout.write(
    'e2e/break.spec.ts',
    `import { test } from '@playwright/test'\ntest('break', () => { throw new Error('no') })`,
  )
  checkout.write('e2e/later.spec.ts', `import { test } from '@playwright/test'\ntest.skip('later', () => {})`)

  const { code, output } = await runTests(['unit', 'e2e'])

  expect(output).toMatch(/\n3 passed, 1 failed, 1 skipped\n$/)
  expect(code).toBe(1)
})

test('a fault that was missed is told by its numbers, one that could not be brought about is no pass', async () => {
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
  expect(output).toMatch(/\n1 passed, 1 failed, 1 skipped\n$/)
  expect(code).toBe(1)
})

test('a registry that does not answer is told as such, and is neither a pass nor a failure', async () => {
  setScripts({ audit: 'node -e "process.exit(75)"' })

  const { code, output } = await runTests()

  expect(output).toMatch(/✓ Faults: [\d.]+ s\n– Known holes: not run\n\n3 passed, 0 failed\n$/)
  expect(code).toBe(0)
})

test('a run that tested nothing is no success', async () => {
  setScripts({ unit: 'vitest run --passWithNoTests nowhere' })

  const { code, output } = await runTests(['unit'])

  expect(output).toMatch(/\n0 passed, 0 failed\n$/)
  expect(code).toBe(1)
})

test('the report of an earlier run is not counted again', async () => {
  await runTests(['unit'])
  setScripts({ unit: 'node -e 0' })

  expect((await runTests(['unit'])).output).toMatch(/\n0 passed, 0 failed\n$/)
})

test('a step that does not exist is refused with the ones that do', async () => {
  const { code, output } = await runTests(['unti'])

  expect(output).toContain(
    'There is no step unti. Steps: types, lint, unused, build, unit, e2e, faults, audit.',
  )
  expect(code).toBe(1)
})

function setScripts(scripts: Record<string, string>): void {
  const nothing = { types: 'node -e 0', lint: 'node -e 0', unused: 'node -e 0' }
  const all = {
    ...nothing,
    unit: 'vitest run',
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
  return checkout.run('test', steps, { CHROMIUM_PATH: join(checkout.folder, 'chromium'), ...environment })
}
