import { expect, test } from 'vitest'

import { zipOf, type ZipMember, type ZipOptions } from '#test-support/archives/zip.ts'

import { foundText, suggestTexts } from '#web/scripts/script-changes/found-resources.ts'
import { readZip } from '#web/scripts/script-changes/read-zip.ts'

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
  const contents = await read([
    { name: 'my_hud/', content: '' },
    { name: 'my_hud/fxmanifest.lua', content: menu, deflate: true },
    { name: 'my_hud/client/menu.lua', content: "print('x')" },
  ])

  expect(foundText(contents.resources)).toBe('Found: my_hud 1.4.0 (ESX, needs ox_lib)')
  expect([...suggestTexts(contents)]).toEqual([
    ['name', 'my_hud'],
    ['version', '1.4.0'],
    ['description', 'A menu for everything'],
    ['tags', 'esx, ox_lib'],
  ])
  expect(contents.resources[0]?.problems).toEqual([
    {
      code: 'missing-file',
      path: 'my_hud/fxmanifest.lua',
      line: 8,
      text: 'client/lost.lua does not exist.',
    },
  ])
})

test('a resource in the root has the name of the file', async () => {
  const { resources } = await read([{ name: 'fxmanifest.lua', content: "fx_version 'cerulean' game 'gta5'" }])

  expect(resources[0]?.name).toBe('my_hud')
})

test.each([
  ["name 'Tidy HUD'", 'Tidy HUD'],
  ["name ' '", 'my_hud'],
  ['', 'my_hud'],
])(
  'the manifest %j suggests the name %j, and the resource keeps the one of its folder',
  async (line, name) => {
    const contents = await read([{ name: 'my_hud/fxmanifest.lua', content: `${line} version '2.0.0'` }])

    expect(suggestTexts(contents).get('name')).toBe(name)
    expect(foundText(contents.resources)).toBe('Found: my_hud 2.0.0')
  },
)

test('a pack of several resources suggests only tags, and does not need its own resources', async () => {
  const contents = await read([
    { name: 'core/fxmanifest.lua', content: "name 'Core' dependencies { 'ox_lib', 'oxmysql' }" },
    { name: 'jobs/fxmanifest.lua', content: "version '2' dependencies { 'core', 'qb-core' }", deflate: true },
  ])

  expect(foundText(contents.resources)).toBe('Found: 2 resources (QBCore, needs ox_lib, oxmysql)')
  expect([...suggestTexts(contents)]).toEqual([['tags', 'qbcore, ox_lib, oxmysql']])
})

test('texts that do not fit the fields are not suggested', async () => {
  const content = `version '${'1'.repeat(21)}' description 'a\u202Eb'`
  const contents = await read([{ name: 'menu/fxmanifest.lua', content }])

  expect([...suggestTexts(contents)]).toEqual([['name', 'menu']])
})

test('the topmost README and LICENSE and the repository of the manifest are suggested', async () => {
  const contents = await read([
    { name: 'hud/lib/README.md', content: '# A library' },
    { name: 'hud/lib/LICENSE', content: 'GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007' },
    { name: 'hud/readme.md', content: '# HUD\n\nPut it into resources.\n', deflate: true },
    { name: 'hud/LICENSE.txt', content: 'MIT License\n\nPermission is hereby granted, free of charge, to' },
    { name: 'hud/fxmanifest.lua', content: "repository 'https://git.example.com/hud' license 'ISC'" },
  ])

  expect([...suggestTexts(contents)]).toEqual([
    ['name', 'hud'],
    ['documentation', '# HUD\n\nPut it into resources.'],
    ['license', 'MIT'],
    ['sourceUrl', 'https://git.example.com/hud'],
  ])
})

test.each([
  ['ISC', 'ISC'],
  ['gpl-3.0', 'GPL-3.0-only'],
  ['My own rules', undefined],
])('the licence %j of a manifest is suggested as %s', async (license, suggested) => {
  const contents = await read([
    { name: 'hud/fxmanifest.lua', content: `license '${license}' repository 'git.example'` },
  ])

  expect(suggestTexts(contents).get('license')).toBe(suggested)
  expect(suggestTexts(contents).has('sourceUrl')).toBe(false)
})

test.each([
  ['GNU AFFERO GENERAL PUBLIC LICENSE\n  Version 3, 19 November 2007', 'AGPL-3.0-only'],
  ['GNU LESSER GENERAL PUBLIC LICENSE\n Version 2.1', 'LGPL-2.1-only'],
  ['Apache License\n Version 2.0, January 2004', 'Apache-2.0'],
  ['Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International', 'CC-BY-NC-SA-4.0'],
  ['Redistributions of source code must retain …\nNeither the name of the holder', 'BSD-3-Clause'],
  ['SPDX-License-Identifier: GPL-3.0-or-later', 'GPL-3.0-or-later'],
  ['You may use this on one server.', 'LicenseRef-Other'],
])('a LICENSE file with %j is suggested as %s', async (content, suggested) => {
  const contents = await read([{ name: 'hud/LICENSE', content }])

  expect(suggestTexts(contents).get('license')).toBe(suggested)
})

test('an archive without a manifest is said to have none', async () => {
  const { resources } = await read([{ name: 'stream/car.yft', content: 'x' }])

  expect(foundText(resources)).toBe('No fxmanifest.lua was found in this archive')
})

test('a manifest that is too large counts as not read', async () => {
  const content = `version '1.0.0'\n${'-- x\n'.repeat(60_000)}`
  const { resources } = await read([{ name: 'menu/fxmanifest.lua', content, deflate: true }])

  expect(resources[0]?.version).toBeNull()
  expect(resources[0]?.problems.map(({ code }) => code)).toContain('manifest-not-read')
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
