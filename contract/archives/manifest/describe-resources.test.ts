import { expect, test } from 'vitest'

import { describeResources, type ArchiveDescription, findMismatches } from './describe-resources.ts'

/** Files by path; a text is that of a manifest. */
function describe(files: Record<string, string | null>, rootName = 'archive'): ArchiveDescription {
  const manifests = Object.entries(files).flatMap(([path, text]) =>
    text === null ? [] : [[path, text] as const],
  )
  return describeResources({ paths: Object.keys(files), manifests: new Map(manifests), rootName })
}

/** A resource `r` with this manifest, which has an fx_version and a game, and these files. */
function resourceOf(manifest: string, ...files: string[]) {
  const text = `fx_version 'cerulean' game 'gta5' ${manifest}`
  const description = describe({
    'r/fxmanifest.lua': text,
    ...Object.fromEntries(files.map((file) => [`r/${file}`, null])),
  })
  const [resource] = description.resources
  if (!resource) throw new Error('no resource')
  return {
    ...resource,
    sides: new Map([...description.uses].map(([path, { side }]) => [path.slice(2), side])),
  }
}

test('a resource is described by its manifest and its files', () => {
  const manifest = `
fx_version 'cerulean'
games { 'gta5', 'rdr3' }
lua54 'yes'
author 'A. Author'
description 'Shows a menu'
version '1.4.0'
repository 'https://git.example/menu'
license 'MIT'
scripthaven '12'
shared_scripts { '@ox_lib/init.lua', 'config.lua' }
client_scripts { 'client/*.lua' }
server_scripts { '@oxmysql/lib/MySQL.lua', 'server/**/*.lua' }
ui_page 'html/index.html'
loadscreen 'html/load.html'
files { 'html/**' }
data_file 'DLC_ITYP_REQUEST' 'stream/props.ytyp'
dependencies { 'ox_lib', 'es_extended', 'menuv:1.2', '/server:6116', '/server:5000', '/onesync', '/gameBuild:2189', '/assetpacks' }
provide 'old_menu'
exports { 'open', 'close' }
server_export 'count'
escrow_ignore { 'config.lua' }
this_is_a_map 'no'`
  const files = [
    'config.lua',
    'client/a.lua',
    'client/b.lua',
    'server/x/c.lua',
    'html/index.html',
    'html/app.js',
    'html/load.html',
    'install.sql',
    '.fxap',
  ]
  const members = Object.fromEntries(files.map((file) => [`pack/[ui]/menu/${file}`, null]))

  expect(describe({ 'pack/[ui]/menu/fxmanifest.lua': manifest, ...members }).resources).toEqual([
    {
      path: 'pack/[ui]/menu',
      name: 'menu',
      manifest: 'pack/[ui]/menu/fxmanifest.lua',
      fxVersion: 'cerulean',
      games: ['gta5', 'rdr3'],
      lua54: true,
      author: 'A. Author',
      description: 'Shows a menu',
      version: '1.4.0',
      repository: 'https://git.example/menu',
      license: 'MIT',
      scriptId: '12',
      scripts: {
        server: ['pack/[ui]/menu/server/x/c.lua'],
        client: ['pack/[ui]/menu/client/a.lua', 'pack/[ui]/menu/client/b.lua'],
        shared: ['pack/[ui]/menu/config.lua'],
      },
      scriptTotals: { server: 1, client: 2, shared: 1 },
      page: 'html/index.html',
      loadscreen: 'html/load.html',
      files: 3,
      isMap: false,
      isServerOnly: false,
      dependencies: [
        { name: 'ox_lib', constraint: null },
        { name: 'es_extended', constraint: null },
        { name: 'menuv', constraint: '1.2' },
      ],
      requirements: { server: 6116, onesync: true, gameBuild: '2189', other: ['/assetpacks'] },
      provides: ['old_menu'],
      frameworks: ['esx'],
      libraries: ['oxmysql', 'ox_lib', 'menuv'],
      exports: { server: ['count'], client: ['open', 'close'] },
      sql: ['pack/[ui]/menu/install.sql'],
      isEscrowed: true,
      escrowIgnore: ['config.lua'],
      problems: [],
      problemsTotal: 0,
    },
  ])
})

test.each<[string, Record<string, string | null>, string[]]>([
  [
    'each folder with a manifest',
    { 'b/fxmanifest.lua': '', 'a/__resource.lua': '', 'c/x.lua': null },
    ['a/__resource.lua', 'b/fxmanifest.lua'],
  ],
  [
    'fxmanifest.lua before __resource.lua',
    { 'a/__resource.lua': '', 'a/fxmanifest.lua': '' },
    ['a/fxmanifest.lua'],
  ],
  [
    'no name in another case',
    { 'a/FXManifest.lua': '', 'b/fxmanifest.LUA': '', 'c/x__resource.lua': '' },
    [],
  ],
  ['a manifest in the root', { 'fxmanifest.lua': '' }, ['fxmanifest.lua']],
  [
    'a manifest within a resource',
    { 'a/fxmanifest.lua': '', 'a/b/fxmanifest.lua': '' },
    ['a/b/fxmanifest.lua', 'a/fxmanifest.lua'],
  ],
])('the resources of an archive are %s', (_, files, expected) =>
  expect(describe(files).resources.map(({ manifest }) => manifest)).toEqual(expected),
)

test('a resource in the root has the name of the archive', () =>
  expect(describe({ 'fxmanifest.lua': '' }, 'my_hud').resources[0]?.name).toBe('my_hud'))

test.each<[string, string, string, string]>([
  ['server_script', "server_script 'a.lua'", 'a.lua', 'server'],
  ['client_script', "client_script 'a.lua'", 'a.lua', 'client'],
  ['shared_script', "shared_script 'a.js'", 'a.js', 'shared'],
  ['both', "client_script 'a.lua' server_script '*.lua'", 'a.lua', 'shared'],
  ['a plural key with a text', "server_scripts 'a.lua'", 'a.lua', 'server'],
  ['files, for Lua', "files { 'a.lua' }", 'a.lua', 'shared'],
  ['files, for JavaScript', "files { 'a.js' }", 'a.js', 'page'],
  ['files and client_script', "files { 'a.js' } client_script 'a.js'", 'a.js', 'client'],
  ['ui_page', "ui_page 'a.html'", 'a.html', 'page'],
  ['the folder of a page', '', 'html/js/a.js', 'page'],
  ['server_script in the folder of a page', "server_script 'dist/a.js'", 'dist/a.js', 'server'],
  ['nothing', '', 'a.lua', 'none'],
  ['nothing, with a folder whose name only ends like that of a page', '', 'xhtml/a.js', 'none'],
  ['a manifest that computes entries', "if x then server_script 'a.lua' end", 'a.lua', 'server'],
  ['client_script of a manifest that computes entries', "client_script 'a.lua' load()", 'a.lua', 'shared'],
  ['its own name as another resource', "server_script '@r/lib/a.lua'", 'lib/a.lua', 'server'],
])('a member named by %s: %s of %s is %s', (_, manifest, file, side) =>
  expect(resourceOf(manifest, file).sides.get(file)).toBe(side),
)

test('without any manifest Lua counts as run on the server, and JavaScript does not', () => {
  const { uses } = describe({ 'a/html/x.js': null, 'b.lua': null, 'c.png': null })

  expect([...uses].map(([path, { side }]) => [path, side])).toEqual([
    ['a/html/x.js', 'none'],
    ['b.lua', 'server'],
    ['c.png', 'none'],
  ])
})

test('a manifest without a text hides nothing: its code counts as run on the server', () => {
  const { resources, uses } = describe({ 'a/fxmanifest.lua': null, 'a/b.lua': null })

  expect(uses.get('a/b.lua')).toMatchObject({ side: 'server', resource: 'a' })
  expect(resources[0]?.problems.map(({ code }) => code)).toEqual(['manifest-not-read'])
})

test('a script that another resource of the archive runs has the side of both', () => {
  const { uses } = describe({
    'a/fxmanifest.lua': "client_script 'x.lua'",
    'a/x.lua': null,
    'b/fxmanifest.lua': "server_script '@a/x.lua'",
  })

  expect(uses.get('a/x.lua')).toMatchObject({ side: 'shared', resource: 'a' })
})

test.each<[string, string, string[], [code: string, line: number | null, text: string][]]>([
  ['a file that is missing', "client_script 'b.lua'", [], [['missing-file', 1, 'b.lua does not exist.']]],
  [
    'a file in another case',
    "client_script 'Main.lua'",
    ['main.lua'],
    [['missing-file', 1, 'Main.lua does not exist. There is r/main.lua: upper and lower case differ.']],
  ],
  [
    'a pattern without a match',
    "files {\n 'a.png',\n 'img/*.png' }",
    ['a.png'],
    [['missing-file', 3, 'No file matches img/*.png.']],
  ],
  [
    'a file outside',
    "server_script '../x.lua'",
    [],
    [['missing-file', 1, '../x.lua names no file of this resource.']],
  ],
  ['a missing page', "ui_page 'index.html'", [], [['missing-file', 1, 'index.html does not exist.']]],
  [
    'no file of another resource and no empty value',
    "client_scripts { '@ox_lib/init.lua', '' } ui_page 'https://cfx-nui-a/b.html'",
    [],
    [],
  ],
  [
    'a page of another host',
    "ui_page 'https://evil.example/\u202Ex'",
    [],
    [
      [
        'remote-page',
        1,
        'ui_page is on another host, whose owner can change what players see: https://evil.example/\uFFFDx',
      ],
    ],
  ],
  [
    'computed entries',
    'x = 1\nfor i = 1, 2 do end\ny()',
    [],
    [['computed', 2, 'This manifest computes entries with code (line 2, 3); they are not all known.']],
  ],
  [
    'values that the game rejects',
    'lua54(true)',
    [],
    [['not-text', 1, 'A value is neither text nor a number. The game rejects this manifest.']],
  ],
  [
    'a plural key with a text',
    "files 'a.png'",
    ['a.png'],
    [['plural-string', 1, "The game does not read files with a text. Write file 'a.png'."]],
  ],
  [
    'a script that does not run',
    "client_scripts { 'a.ts', 'b.js', 'c.net.dll', 'd/*' }",
    ['a.ts', 'b.js', 'c.net.dll', 'd/x.md'],
    [['unknown-extension', 1, 'r/a.ts does not run. Scripts end with .lua, .js or .net.dll.']],
  ],
  [
    'server scripts that players receive',
    "server_script 's/*.lua'\nfiles { '**/*.lua' }",
    ['s/a.lua', 's/b.lua'],
    [
      [
        'script-in-files',
        2,
        'Players receive the server script r/s/a.lua and 1 more, because files names it.',
      ],
    ],
  ],
  ['no client script that files names', "client_script 'a.lua' files { 'a.lua' }", ['a.lua'], []],
])('the problems list %s', (_, manifest, files, expected) =>
  expect(resourceOf(manifest, ...files).problems.map(({ code, line, text }) => [code, line, text])).toEqual(
    expected,
  ),
)

test.each([
  ['__resource.lua', ['legacy-manifest']],
  ['fxmanifest.lua', ['no-fx-version', 'no-game']],
])('an empty %s has the problems %j', (name, codes) =>
  expect(describe({ [name]: '' }).resources[0]?.problems.map(({ code }) => code)).toEqual(codes),
)

test('the form is compared with the manifest', () => {
  const resources = [resourceOf("version '1.3.0' scripthaven '12'")]

  expect(findMismatches(resources, { scriptId: 12, version: '1.3.0' })).toEqual([])
  expect(findMismatches(resources, { scriptId: 7, version: '1.2.0' }).map(({ text }) => text)).toEqual([
    'The manifest says version 1.3.0, but the form says 1.2.0.',
    "scripthaven '12' in the manifest names another script.",
  ])
})
