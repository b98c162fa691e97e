import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { configurationOf } from './configuration.ts'

async function resource(manifest: string, name = 'fxmanifest.lua'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-configuration-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), manifest)
  return folder
}

/** As public jobs, inventories and phones have them. */
const manifest = `
fx_version 'cerulean'
game 'gta5'
shared_scripts { '@ox_lib/init.lua', 'config.lua', 'shared/*.lua' }
server_scripts { '@oxmysql/lib/MySQL.lua', 'server/main.lua' }
ui_page 'web/dist/index.html'
files { 'web/dist/**/*', 'locales/*.json', './data/shops.json', 'data/vehicles/**/*.json', 'stream/props.ytyp' }
data_file 'DLC_ITYP_REQUEST' 'stream/props.ytyp'
`

test.each([
  'config.lua',
  'shared/sv_config.lua',
  'config.json',
  'server-config.json',
  'settings.cfg',
  'config/prices.lua',
  'locales/en.json',
  'locales/de.lua',
  'locale/fr.lua',
  'data/shops.json',
  'data/vehicles/cars.json',
  'data/vehicles/police/cars.json',
  'texts/menu.lua',
])('%s is configuration', async (path) => {
  const isConfiguration = configurationOf('shop', {
    patterns: ['shop/texts/*.lua'],
    folders: [await resource(manifest)],
  })
  expect(isConfiguration(path)).toBe(true)
})

test.each([
  'fxmanifest.lua',
  'server/main.lua',
  'shared/items.lua',
  'package.json',
  'web/package-lock.json',
  'web/tsconfig.json',
  'web/dist/manifest.json',
  'web/dist/assets/items.json',
  'data/players.json',
  'data/vehicles/cars.lua',
  '.vscode/settings.json',
  'types/locales.d.ts',
])('%s is not configuration', async (path) => {
  const isConfiguration = configurationOf('shop', {
    patterns: ['garage/**'],
    folders: [await resource(manifest)],
  })
  expect(isConfiguration(path)).toBe(false)
})

test('a manifest of each version, and one of the older kind, may name JSON', async () => {
  const folders = [
    await resource("files { 'old.json' }", '__resource.lua'),
    await resource("file 'new.json'"),
    join(tmpdir(), 'scripthaven-that-does-not-exist'),
  ]
  const isConfiguration = configurationOf('shop', { folders })
  expect(['old.json', 'new.json', 'other.json'].map((path) => isConfiguration(path))).toEqual([
    true,
    true,
    false,
  ])
})
