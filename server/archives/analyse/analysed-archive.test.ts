import { describe, expect, test } from 'vitest'

import { Finding } from '#contract/archives/analysis.ts'
import { rules } from '#contract/archives/rules.ts'
import { codeRules } from '#analysis/rules/all.ts'

import { manifest, scanFiles as scan } from '#test-support/scan-files.ts'

const brief = (result: ReturnType<typeof scan>) =>
  result.findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`)

type ArchiveFixture = [
  rule: string,
  severity: string,
  path: string,
  found: Parameters<typeof scan>,
  notFound: Parameters<typeof scan>,
]

/** A manifest runs the file, or only mentions it. */
function disguised(path: string, text: string, type: string): ArchiveFixture {
  const named = (as: string): Parameters<typeof scan> => [
    { 'fxmanifest.lua': `fx_version 'cerulean'\ngame 'gta5'\n${as} '${path}'`, [path]: text },
    { types: { [path]: type } },
  ]
  return ['disguised-file', 'high', path, named('server_script'), named('description')]
}

const archiveFixtures: ArchiveFixture[] = [
  [
    'does-not-parse',
    'medium',
    'server.lua',
    [{ 'fxmanifest.lua': manifest, 'server.lua': 'if (' }],
    [{ 'fxmanifest.lua': manifest, 'server.lua': 'print(1)' }],
  ],
  [
    'blocklisted-text',
    'high',
    'a.json',
    [{ 'a.json': 'x bad.example x' }, { blocklist: { hosts: ['bad.example'] } }],
    [{ 'a.json': 'x' }, { blocklist: { hosts: ['bad.example'] } }],
  ],
  [
    'blocklisted-file',
    'high',
    'a.md',
    [{ 'a.md': '' }, { blocklist: { files: ['ab'.repeat(32)] } }],
    [{ 'a.md': '' }, { blocklist: { files: ['cd'.repeat(32)] } }],
  ],
  [
    'program-file',
    'high',
    'install.exe',
    [{ 'install.exe': '' }, { types: { 'install.exe': 'exe' } }],
    [{ 'install.md': '' }],
  ],
  ['program-file', 'medium', 'build.bat', [{ 'build.bat': '' }], [{ 'build.sh': '' }]],
  ['program-file', 'low', 'node_modules/.bin/a.cmd', [{ 'node_modules/.bin/a.cmd': '' }], [{}]],
  ['binary', 'medium', 'lib.dll', [{ 'lib.dll': '' }, { types: { 'lib.dll': 'exe' } }], [{ 'lib.txt': '' }]],
  [
    'disguised-file',
    'high',
    'logo.png',
    [{ 'logo.png': '' }, { types: { 'logo.png': 'exe' } }],
    [{ 'logo.png': '' }, { types: { 'logo.png': 'webp' } }],
  ],
  [
    'disguised-file',
    'high',
    'logo.png',
    [
      {
        'fxmanifest.lua': `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'logo.png'`,
        'logo.png': 'print(1)',
      },
    ],
    [{ 'fxmanifest.lua': `fx_version 'cerulean'\ngame 'gta5'\nfile 'logo.png'`, 'logo.png': 'x' }],
  ],
  [
    'disguised-file',
    'medium',
    'data.ttf',
    [{ 'data.ttf': 'PerformHttpRequest(1)' }],
    [{ 'data.ttf': 'true' }],
  ],
  ...(['a.lua', 'a.dat', 'start'] as const).map((path) => disguised(path, '', 'ogg')),
  ...(['a.lua', 'start'] as const).map((path) => disguised(path, 'print(1)\0', 'text')),
  ['bytecode', 'high', 'a.lua', [{ 'a.lua': '' }, { types: { 'a.lua': 'lua-bytecode' } }], [{ 'a.lua': '' }]],
  [
    'system-resource',
    'medium',
    'sessionmanager/fxmanifest.lua',
    [{ 'sessionmanager/fxmanifest.lua': manifest, 'b/fxmanifest.lua': manifest }],
    [{ 'a/fxmanifest.lua': manifest, 'b/fxmanifest.lua': manifest }],
  ],
  [
    'remote-page',
    'medium',
    'fxmanifest.lua',
    [{ 'fxmanifest.lua': `${manifest}ui_page 'https://a.example'` }],
    [{ 'fxmanifest.lua': `${manifest}ui_page 'index.html'`, 'index.html': '' }],
  ],
  [
    'computed-manifest',
    'medium',
    'fxmanifest.lua',
    [{ 'fxmanifest.lua': `${manifest}for i = 1, 2 do server_script(i .. '.lua') end` }],
    [{ 'fxmanifest.lua': manifest }],
  ],
  ['nested-archive', 'low', 'a.zip', [{ 'a.zip': '' }, { types: { 'a.zip': 'zip' } }], [{ 'a.txt': '' }]],
  [
    'not-fully-read',
    'medium',
    'a.lua',
    [{ 'a.lua': '' }, { notRead: [{ path: 'a.lua', why: 'larger than 5 MB' }] }],
    [{ 'a.lua': '', 'a.ytd': '' }, { notRead: [{ path: 'a.ytd', why: 'binary' }] }],
  ],
]

describe.each(archiveFixtures)('%s (%s) in %s', (rule, severity, path, found, notFound) => {
  test('finds the pattern', () => {
    expect(brief(scan(...found))).toContain(`${severity} ${rule} ${path}`)
  })

  test('does not find similar files', () => {
    expect(scan(...notFound).findings.map((finding) => finding.rule)).not.toContain(rule)
  })
})

test('each rule of the catalogue has a fixture', () => {
  const withExamples = codeRules.filter(({ examples }) => examples)
  const tested = new Set([...withExamples.map(({ id }) => id), ...archiveFixtures.map(([rule]) => rule)])

  expect(rules.filter(({ id }) => !tested.has(id))).toEqual([])
})

test('no rule reports a severity above that of the catalogue', () => {
  const order = ['low', 'medium', 'high']
  const findings = [
    ...archiveFixtures.flatMap(([, , , found]) => scan(...found).findings),
    ...codeRules
      .flatMap(({ examples }) => examples?.found ?? [])
      .flatMap(({ text, language }) => scan({ [`a.${language}`]: text.replaceAll(/^\^/gm, '') }).findings),
  ]

  expect(findings.length).toBeGreaterThan(50)
  for (const { rule, severity } of findings)
    expect([rule, order.indexOf(severity)]).toEqual([
      rule,
      Math.min(
        order.indexOf(severity),
        order.indexOf(rules.find(({ id }) => id === rule)?.severity ?? 'low'),
      ),
    ])
})

test.each([
  ['a.lua', '-- see bad.example\nprint(1)', true],
  ['a.lua', "print('bad.example')", false],
  ['a.lua', '--[[ bad.example ]]', true],
  ['a.js', '/* bad.example */ f()', true],
  ['a.js', "f('// bad.example')", false],
  ['a.sql', '-- bad.example', false],
])('a blocklisted text in %s: %s', (path, text, isInComment) => {
  const { findings } = scan({ [path]: text }, { blocklist: { texts: ['bad.example'] } })

  expect(findings).toMatchObject([{ rule: 'blocklisted-text', isInComment }])
})

test('a finding has the path, the side, the line and the text of its place', () => {
  const { findings, severity, counts } = scan({
    'a/fxmanifest.lua': manifest,
    'a/server.lua': "-- first\n\tRegisterNetEvent('a', function(code) load(code)() end) -- \u202E\u0007\n",
  })

  expect(findings.map((finding) => Finding.parse(finding))).toHaveLength(findings.length)
  expect({ severity, ...counts }).toMatchObject({ severity: 'high', high: 2 })
  expect(findings[0]).toMatchObject({
    rule: 'runs-text-from-outside',
    side: 'server',
    path: 'a/server.lua',
    line: 2,
    excerpt: "RegisterNetEvent('a', function(code) load(code)() end) -- ␦␇",
    fileSha256: 'ab'.repeat(16),
  })
})

test('secrets in excerpts are masked', () => {
  const { findings } = scan({
    'client.lua': "local url = 'https://discord.com/api/webhooks/123456789012345678/secret_token'",
  })

  expect(findings.map(({ excerpt }) => excerpt)).toEqual([
    "local url = 'https://discord.com/api/webhooks/123456789012345678/•••'",
  ])
  expect(JSON.stringify(findings)).not.toContain('secret_token')
})

test('a script in a page keeps its line', () => {
  const { findings } = scan({
    'html/index.html': "<p>\n<SCRIPT>\nfetch(u).then((r) => r.text()).then(eval)\n</SCRIPT>\nload('eval')",
  })

  expect(findings).toMatchObject([{ rule: 'runs-downloaded-code', line: 3 }])
})

test('scripts, frames and event handlers in the text of a page are found with their lines', () => {
  const page = [
    '<script src="https://a.example/a.js"></script>',
    '<script src="https://code.jquery.com/jquery.min.js"></script>',
    '<iframe src="//b.example/frame"></iframe>',
    `<body onload="eval(atob(settings.start))">`,
    '<script src="js/app.js"></script><script src="https://cfx-nui-game/ui/jquery.js"></script>',
    '<iframe src="frame.html"></iframe><a href="https://c.example" title="onload=eval(x)">eval(y)</a>',
  ]
  const { findings } = scan({ 'html/index.html': page.join('\n') })

  expect(findings.map(({ rule, severity, line }) => `${line} ${severity} ${rule}`).sort()).toEqual([
    '1 medium runs-downloaded-code',
    '2 low runs-downloaded-code',
    '3 medium remote-page',
    '4 medium decoder',
  ])
})

test('code with markup is that of a page, also where no manifest names it', () => {
  const text = 'eval(textOf(settings))'
  const { findings } = scan({ 'fxmanifest.lua': manifest, 'src/a.tsx': text, 'src/b.ts': text })

  expect(findings.map(({ path, severity }) => `${path} ${severity}`).sort()).toEqual([
    'src/a.tsx low',
    'src/b.ts low',
  ])
})

test('at most 200 findings, 5 for each rule and file, worst first; all are counted', () => {
  const code = `print(1)\n${'os.exit()\n'.repeat(10)}load(x)()\nos.execute('id')\n`
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}.lua`, code]))

  const { findings, counts } = scan(files)

  expect(findings).toHaveLength(200)
  expect(findings.filter(({ path, rule }) => path === '0.lua' && rule === 'stops-server')).toHaveLength(5)
  expect(findings.map(({ severity }) => severity)).toEqual(findings.map(({ severity }) => severity).sort())
  expect(counts).toEqual({ high: 60, medium: 360, low: 0 })
})

test('however many other findings there are, one says that a file was not read', () => {
  const code = `${'os.exit()\n'.repeat(10)}os.execute('id')\n`
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}.lua`, code]))

  const { findings, counts } = scan({ ...files, 'unread.lua': 'local local = = 1\n' })

  expect(counts.medium).toBeGreaterThan(200)
  expect(findings).toHaveLength(200)
  expect(findings.filter(({ rule }) => rule === 'does-not-parse').map(({ path }) => path)).toEqual([
    'unread.lua',
  ])
})

test('what the code of a resource uses is listed by resource', () => {
  const { perResource, capabilities } = scan({
    'a/fxmanifest.lua': manifest,
    'a/server.lua': [
      "local ESX = exports['es_extended']:getSharedObject()",
      "RegisterNetEvent('a:buy', function() end)",
      "RegisterServerEvent('a:sell')",
      "RegisterCommand('give', function() end)",
      "exports('getStock', function() end)",
      "MySQL.query('SELECT * FROM stock_items', {}, function() end)",
      "exports.ox_inventory:AddItem(1, 'bread')",
      "PerformHttpRequest('https://api.a.example/v1?x=' .. y, function() end)",
      'GetPlayerIdentifiers(1)',
      "local key = GetConvar('mysql_connection_string', '')",
      "SetConvarReplicated('a:fines', 20)",
      "GetConvarInt('sv_maxClients', 48) GetConvar(name, 'x') GetConvar('bad name', '')",
    ].join('\n'),
    'a/client.lua':
      "exports('isOpen', function() end)\nRegisterNetEvent('a:open')\nprint(GetConvarInt('a:fines', 10))",
    'b/fxmanifest.lua': manifest,
  })

  expect(perResource.get('a')).toEqual({
    frameworks: ['esx'],
    optional: [],
    libraries: ['es_extended', 'ox_inventory'],
    exports: { server: ['getStock'], client: ['isOpen'] },
    commands: ['give'],
    events: { total: 3, names: ['a:buy', 'a:sell', 'a:open'] },
    convars: [
      { name: 'mysql_connection_string', fallback: '', isReplicated: false },
      { name: 'a:fines', fallback: '20', isReplicated: true },
    ],
  })
  const values = (kind: string, side: string) =>
    capabilities.find((one) => one.kind === kind && one.side === side)?.values
  expect(values('calls-out', 'server')).toEqual(['api.a.example'])
  expect(values('database', 'server')).toEqual(['stock_items'])
  expect(values('reads-identities', 'server')).toEqual(['GetPlayerIdentifiers'])
  expect(values('events', 'client')).toEqual(['a:open'])
})

const code = (length: number) => 'call(a, b, "c", 1)\n'.repeat(length)

test('the largest code files get fingerprints, manifests and pages do not', () => {
  const { fingerprints } = scan({
    'a/fxmanifest.lua': manifest.repeat(9),
    'a/small.lua': code(2),
    'a/client.lua': code(20),
    'a/server.lua': code(30),
    'a/page.js': code(25),
    'a/index.html': code(40),
    'a/readme.md': code(40),
    ...Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`b/${index}.lua`, code(16)])),
  })

  expect(fingerprints).toHaveLength(64)
  expect(fingerprints.slice(0, 4).map(({ position }) => position)).toEqual([3, 4, 2, 7])
  expect(fingerprints[0]?.tokens).not.toBe(fingerprints[1]?.tokens)
})

test('an event handler in a translation', () => {
  const { findings } = scan({
    'fxmanifest.lua': `${manifest}ui_page 'index.html'\nfile 'en.json'`,
    'index.html': '<p></p>',
    'en.json': JSON.stringify({ hint: 'Click', foot: '<img src=x onerror="eval(atob(a))">' }, null, 1),
    'de.json': JSON.stringify({ foot: '<b>Runs onerror = "eval(a)"</b>, as text' }),
  })

  expect(findings.map(({ rule, path, line }) => `${rule} ${path}:${line}`)).toContain('decoder en.json:3')
})
