import { expect, test } from 'vitest'

import { zipOf, type ZipMember, type ZipOptions } from '#test-support/archives/zip.ts'

import { foundText, suggestTexts } from '#web/scripts/found-resources.ts'
import { readZip } from '#web/scripts/read-zip.ts'

const menu = `
fx_version 'cerulean'
game 'gta5'
version '1.4.0'
description 'A menu for everything'
shared_scripts { '@es_extended/imports.lua', '@ox_lib/init.lua' }
client_script 'client/menu.lua'
client_script 'client/lost.lua'`

function read(members: readonly ZipMember[], options?: ZipOptions) {
  return readZip(new File([new Uint8Array(zipOf(members, options))], 'my_hud.zip'))
}

test('a zip is described by its list of members and its manifests, with the lines of their problems', async () => {
  const resources = await read([
    { name: 'my_hud/', content: '' },
    { name: 'my_hud/fxmanifest.lua', content: menu, deflate: true },
    { name: 'my_hud/client/menu.lua', content: "print('x')" },
  ])

  expect(foundText(resources)).toBe('Found: my_hud 1.4.0 (ESX, needs ox_lib)')
  expect([...suggestTexts(resources)]).toEqual([
    ['name', 'my_hud'],
    ['version', '1.4.0'],
    ['description', 'A menu for everything'],
    ['tags', 'esx, ox_lib'],
  ])
  expect(resources[0]?.problems).toEqual([
    {
      code: 'missing-file',
      path: 'my_hud/fxmanifest.lua',
      line: 8,
      text: 'client/lost.lua does not exist.',
    },
  ])
})

test('a resource in the root has the name of the file', async () => {
  const [resource] = await read([{ name: 'fxmanifest.lua', content: "fx_version 'cerulean' game 'gta5'" }])

  expect(resource?.name).toBe('my_hud')
})

test('a pack of several resources suggests only tags, and does not need its own resources', async () => {
  const resources = await read([
    { name: 'core/fxmanifest.lua', content: "dependencies { 'ox_lib', 'oxmysql' }" },
    { name: 'jobs/fxmanifest.lua', content: "version '2' dependencies { 'core', 'qb-core' }", deflate: true },
  ])

  expect(foundText(resources)).toBe('Found: 2 resources (QBCore, needs ox_lib, oxmysql)')
  expect([...suggestTexts(resources)]).toEqual([['tags', 'qbcore, ox_lib, oxmysql']])
})

test('texts that do not fit the fields are not suggested', async () => {
  const content = `version '${'1'.repeat(21)}' description 'a\u202Eb'`
  const resources = await read([{ name: 'menu/fxmanifest.lua', content }])

  expect([...suggestTexts(resources)]).toEqual([['name', 'menu']])
})

test('an archive without a manifest is said to have none', async () => {
  expect(foundText(await read([{ name: 'stream/car.yft', content: 'x' }]))).toBe(
    'No fxmanifest.lua was found in this archive',
  )
})

test('a manifest that is too large counts as not read', async () => {
  const content = `version '1.0.0'\n${'-- x\n'.repeat(60_000)}`
  const [resource] = await read([{ name: 'menu/fxmanifest.lua', content, deflate: true }])

  expect(resource?.version).toBeNull()
  expect(resource?.problems.map(({ code }) => code)).toContain('manifest-not-read')
})

const manifest: ZipMember = { name: 'a/fxmanifest.lua', content: menu, deflate: true }

test.each<[string, RegExp, () => Promise<unknown>]>([
  ['that is no zip', /not zip file/, () => readZip(new File(['This is no archive at all.'], 'a.zip'))],
  ['that is empty', /not zip file/, () => readZip(new File([], 'a.zip'))],
  ['whose list of members claims 2 GB', /too long/, () => readZip(claimingFile())],
  ['with an encrypted manifest', /encrypted/, () => read([{ ...manifest, encrypted: true }])],
  ['whose manifest is larger than stated', /size/, () => read([{ ...manifest, claimed: { size: 10 } }])],
  ['whose members are elsewhere', /signature/, () => read([{ ...manifest, offset: 4_000_000 }])],
  ['with fewer members than stated', /signature/, () => read([manifest], { claimedCount: 60_000 })],
])('a file %s is rejected', async (_, message, readIt) => {
  await expect(readIt()).rejects.toThrow(message)
})

function claimingFile(): File {
  const bytes = new Uint8Array(zipOf([manifest]))
  const end = new DataView(bytes.buffer, bytes.byteLength - 22)
  end.setUint32(12, 2 * 1024 ** 3 - 1, true)
  return new File([bytes], 'a.zip')
}
