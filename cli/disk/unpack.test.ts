import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, watch, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { rar5Of } from '#test-support/archives/rar.ts'
import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf, type ZipMember } from '#test-support/archives/zip.ts'
import { temporaryFolder } from '#test-support/files.ts'

import { openUnpackThread } from './unpack-thread.ts'
import { unpack } from './unpack.ts'

const manifest = { name: 'garage/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\n" }

async function unpackBytes(bytes: Buffer, kind: 'zip' | 'rar' | '7z' = 'zip') {
  const root = await temporaryFolder()
  const [archive, target, originals] = [join(root, 'archive'), join(root, 'target'), join(root, 'originals')]
  await Promise.all([mkdir(target), mkdir(originals), writeFile(archive, bytes)])
  const result = await unpack({
    archive,
    kind,
    rootName: 'garage',
    target,
    originals,
    configuration: ['lib/*.lua'],
  }).catch((error: Error) => error.message)
  return {
    root,
    target,
    originals,
    result,
    files: await filesBelow(target),
    beside: (await readdir(root)).toSorted(),
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

const traversals = [
  '../evil.lua',
  'garage/../../evil.lua',
  '/etc/evil.lua',
  'C:/evil.lua',
  'c:evil.lua',
  '..\\evil.lua',
  'garage\\..\\..\\evil.lua',
  '\\\\host\\share\\evil.lua',
  '..',
  'garage/..',
  './../evil.lua',
  'garage/./../../evil.lua',
]
const reserved = [
  'con',
  'CON',
  'prn.lua',
  'aux.txt',
  'NUL',
  'nul.tar.gz',
  'com1',
  'COM9.lua',
  'lpt1.lua',
  'com¹.lua',
  'conin$',
  'CONOUT$',
  'aux .lua',
]
const unusual = [
  'a:b.lua',
  'a.lua:stream',
  'a?.lua',
  'a*.lua',
  'a<b.lua',
  'a>b.lua',
  'a|b.lua',
  'a"b.lua',
  'trailing.',
  'trailing ',
  'folder. /a.lua',
  'folder./a.lua',
  '__proto__',
  'a//b.lua',
  'a/./b.lua',
  'new\nline.lua',
  'nul\u0000.lua',
  'tab\t.lua',
  'x'.repeat(256),
  'x'.repeat(1100),
]

test.each([
  ...traversals,
  ...traversals.map((name) => `${name}/`),
  ...reserved.map((name) => `garage/${name}`),
  ...reserved.map((name) => `garage/${name}/a.lua`),
  ...unusual.map((name) => `garage/${name}`),
])('an archive with %j is rejected before anything is written', async (name) => {
  const { result, files, beside } = await unpackBytes(zipOf([manifest, { name, content: 'evil' }]))

  expect(result).toMatch(/^The archive (contains|is damaged)/)
  expect(files).toEqual([])
  expect(beside).toEqual(['archive', 'originals', 'target'])
})

test.each<[string, ZipMember[]]>([
  ['a link', [{ name: 'garage/link', content: '/etc/passwd', mode: 0o120777 }]],
  [
    'a link to a folder, and a file in it',
    [
      { name: 'garage/link', content: '/tmp', mode: 0o120777 },
      { name: 'garage/link/evil.lua', content: 'evil' },
    ],
  ],
  ['a device', [{ name: 'garage/device', content: '', mode: 0o020666 }]],
  ['a pipe', [{ name: 'garage/pipe', content: '', mode: 0o010666 }]],
  ['a Windows junction', [{ name: 'garage/link', content: 'x', dosAttributes: 0x400 }]],
  [
    'names that differ in case',
    [
      { name: 'garage/a.lua', content: '1' },
      { name: 'garage/A.lua', content: '2' },
    ],
  ],
  [
    'names that differ in composition',
    [
      { name: 'garage/é.lua', content: '1' },
      { name: 'garage/e\u0301.lua', content: '2' },
    ],
  ],
  [
    'the same name twice',
    [
      { name: 'garage/a.lua', content: '1' },
      { name: 'garage/a.lua', content: '2' },
    ],
  ],
  [
    'a file that is also a folder',
    [
      { name: 'garage/a', content: '1' },
      { name: 'garage/a/b.lua', content: '2' },
    ],
  ],
  [
    'a file that is also a folder in another case',
    [
      { name: 'garage/a', content: '1' },
      { name: 'garage/A/b.lua', content: '2' },
    ],
  ],
  [
    'a false size',
    [{ name: 'garage/a.lua', content: 'x'.repeat(100), deflate: true, claimed: { size: 10 } }],
  ],
  ['an encrypted file', [{ name: 'garage/a.lua', content: 'x', encrypted: true }]],
  ['another local name', [{ name: 'garage/a.lua', content: 'x', localName: 'evil/a.lua' }]],
])('an archive with %s is rejected', async (_, members) => {
  const { result, files } = await unpackBytes(zipOf([manifest, ...members]))

  expect(result).toMatch(/^The archive/)
  // Only a content that is not what its header says is noticed while it is read.
  expect(files.filter((path) => !path.startsWith('garage/'))).toEqual([])
})

test.each<[string, Buffer, 'rar' | '7z']>([
  ['a RAR with a link', rar5Of([{ name: 'garage/a', link: { type: 1, target: '../../etc/passwd' } }]), 'rar'],
  [
    'a RAR with a hard link',
    rar5Of([
      { name: 'b', content: 'x' },
      { name: 'a', link: { type: 4, target: 'b' } },
    ]),
    'rar',
  ],
  ['a RAR with a parent path', rar5Of([{ name: '../evil.lua', content: 'x' }]), 'rar'],
  ['a 7z with a parent path', sevenZipOf([{ name: '../evil.lua', content: 'x' }]), '7z'],
  ['a 7z with a reserved name', sevenZipOf([{ name: 'garage/nul.lua', content: 'x' }]), '7z'],
])('%s is rejected', async (_, bytes, kind) => {
  const { result, files } = await unpackBytes(bytes, kind)

  expect(result).toMatch(/^The archive/)
  expect(files).toEqual([])
})

test('resources whose names differ in case are rejected: Windows has one folder for them', async () => {
  const { result, files } = await unpackBytes(
    zipOf([manifest, { name: 'other/Garage/fxmanifest.lua', content: 'x' }]),
  )

  expect(result).toMatch(/has the resources \w+ and \w+, which are one on Windows$/)
  expect(files).toEqual([])
})

test('an archive without a resource is rejected', async () => {
  expect((await unpackBytes(zipOf([{ name: 'readme.md', content: 'x' }]))).result).toBe(
    'The archive contains no resource that a server can start',
  )
})

const members = [
  manifest,
  { name: 'garage/config.lua', content: 'Config = {}' },
  { name: 'garage/Ställe und Höfe/a b.lua', content: 'umlauts' },
  { name: 'inner/lib/fxmanifest.lua', content: 'lib' },
  { name: 'install.sql', content: 'select 1' },
  { name: 'readme.md', content: 'outside of the resources' },
]

test.each<[string, Buffer, 'zip' | 'rar' | '7z']>([
  ['zip', zipOf(members), 'zip'],
  ['rar', rar5Of(members), 'rar'],
  ['7z', sevenZipOf(members), '7z'],
])('the resources of a %s get a folder each, and nothing else is written', async (_, bytes, kind) => {
  const { target, originals, result, files } = await unpackBytes(bytes, kind)

  expect(files).toEqual([
    'garage/Ställe und Höfe/a b.lua',
    'garage/config.lua',
    'garage/fxmanifest.lua',
    'lib/fxmanifest.lua',
  ])
  expect(await readFile(join(target, 'garage/Ställe und Höfe/a b.lua'), 'utf8')).toBe('umlauts')
  expect(result).toMatchObject({
    resources: { garage: { 'config.lua': { size: 11 } }, lib: {} },
    sql: { 'install.sql': expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect((await readdir(originals)).toSorted()).toEqual(
    [hashOf('Config = {}'), hashOf('lib'), hashOf('select 1')].toSorted(),
  )
})

test('a resource in the root of the archive gets the given name, an inner one its own', async () => {
  const { files } = await unpackBytes(
    zipOf([
      { name: 'fxmanifest.lua', content: 'x' },
      { name: 'a.lua', content: '1' },
      { name: 'sub/inner/fxmanifest.lua', content: 'y' },
    ]),
  )

  expect(files).toEqual(['garage/a.lua', 'garage/fxmanifest.lua', 'inner/fxmanifest.lua'])
})

test('a thread that ends before its first archive fails each archive, and nothing else', async () => {
  const root = await temporaryFolder()
  const program = join(root, 'program.mjs')
  await writeFile(
    program,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(root, 'ended'))}, ''); throw new Error('No memory')`,
  )
  const hasEnded = watch(root)[Symbol.asyncIterator]().next()
  const thread = openUnpackThread(pathToFileURL(program).href)
  onTestFinished(async () => thread.close())
  const request = {
    archive: join(root, 'archive'),
    kind: 'zip',
    rootName: 'garage',
    target: root,
    originals: root,
    configuration: [],
  } as const
  await hasEnded

  for (const name of ['Garage 1.0.0', 'Bank 1.0.0'])
    await expect(thread.unpack(name, request)).rejects.toThrow(`${name} cannot be installed: No memory`)
})
