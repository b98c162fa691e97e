import { createHash } from 'node:crypto'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { readIndex, readText } from '#server/archives/pack/pack-format.ts'
import { rar4Of, rar5Of } from '#test-support/archives/rar.ts'
import { packWithSevenZip } from '#test-support/archives/real-archives.ts'
import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { temporaryFolder } from '#test-support/files.ts'

import { runAnalysis } from './run-analysis.ts'

type Extension = 'zip' | '7z' | 'rar'

const blocklist = { hosts: [], texts: [], files: [] }
const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR rest', 'latin1')
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 32)

/** In this process: analyse-archive.test.ts shows the sandbox. */
async function analyse(archive: Buffer, extension: Extension) {
  const folder = await temporaryFolder()
  const path = join(folder, 'pack')
  await writeFile(join(folder, 'archive'), archive)
  await using file = await open(join(folder, 'archive'))
  await using pack = await open(path, 'wx+')
  const work = { work: 'analyse', extension, blocklist, wasmMemoryMax: 512 * 1024 ** 2 } as const
  return { pack: path, reply: await runAnalysis(work, [file.fd, pack.fd]) }
}

/** The analysis of a valid archive, with what its pack contains by path. */
async function analyseWhole(archive: Buffer, extension: Extension) {
  const { reply, pack } = await analyse(archive, extension)
  if (reply.state === 'failed') throw new Error(`${reply.code}: ${reply.detail}`)
  const { analysis } = reply
  await using file = await open(pack)
  const index = readIndex(file.fd, analysis.indexAt)
  const bytes = await readFile(pack)
  expect((await stat(pack)).size).toBe(analysis.packSize)
  const members = new Map(index.members.map((member) => [member.path, member]))
  const texts = new Map(index.members.map((member) => [member.path, readText(file.fd, member)]))
  const stored = new Map(
    index.members.map(({ path, stored: at }) => [path, at && bytes.subarray(at.at, at.at + at.length)]),
  )
  return { pack, analysis, members, texts, stored }
}

async function rescan(pack: string, indexAt: number) {
  await using file = await open(pack)
  return runAnalysis({ work: 'rescan', indexAt, blocklist }, [file.fd, file.fd])
}

const manifest =
  "fx_version 'cerulean'\r\ngame 'gta5'\r\nserver_script 'server.lua'\r\nui_page 'ui/index.html'\r\n"
const contents: Record<string, Buffer> = {
  'garage/fxmanifest.lua': Buffer.from(manifest),
  'garage/server.lua': Buffer.from('print("Grüße")\n'),
  'garage/empty.lua': Buffer.alloc(0),
  'garage/empty.bin': Buffer.alloc(0),
  'garage/utf16.lua': Buffer.from('\ufeffprint("ä")\r\nx()', 'utf16le'),
  'garage/windows.lua': Buffer.from('-- Gr\xfc\xdfe \x80\n', 'latin1'),
  'garage/secret.lua': Buffer.from(`post("https://discord.com/api/webhooks/123456/${'t'.repeat(68)}")`),
  'garage/ui/index.html': Buffer.from('<script>1</script>'),
  'garage/ui/logo.png': png,
  'garage/ui/lua.png': Buffer.from('load(x)()'),
  'garage/stream/car.ydr': Buffer.concat([Buffer.from('RSC7'), Buffer.alloc(20_000, 1)]),
  'garage/stream/named.ydr': Buffer.from('-- Lua in an asset\n'),
  'garage/stream/inner.zip': zipOf([{ name: 'inner.lua', content: 'x' }]),
  'garage/tool.exe': Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(5000, 2)]),
  'garage/locked.lua': Buffer.concat([Buffer.from('FXAP'), Buffer.alloc(100, 3)]),
}
const members = Object.entries(contents).map(([name, content]) => ({ name, content }))

describe.each<[string, Extension, () => Promise<Buffer> | Buffer]>([
  ['a stored ZIP', 'zip', () => zipOf(members)],
  ['a deflated ZIP', 'zip', () => zipOf(members.map((member) => ({ ...member, deflate: true })))],
  ['a ZIP packed by BZip2', 'zip', () => packWithSevenZip(members, '-tzip', '-mm=BZip2')],
  ['a solid 7z', '7z', () => packWithSevenZip(members, '-t7z')],
  ['a 7z', '7z', () => sevenZipOf(members)],
  ['a RAR 5', 'rar', () => rar5Of(members)],
  ['a RAR 4', 'rar', () => rar4Of(members)],
])('the pack of %s', (_, extension, archiveOf) => {
  test('has each member with its hash, type, text and image, and a rescan gives the same result', async () => {
    const archive = await archiveOf()

    const { pack, analysis, members: found, texts, stored } = await analyseWhole(archive, extension)

    const hashes = Object.entries(contents).map(([path, content]) => [path, sha256(content)])
    expect(Object.fromEntries([...found.values()].map((one) => [one.path, one.sha256]))).toEqual(
      Object.fromEntries(hashes),
    )
    expect(Object.fromEntries([...texts].filter(([, text]) => text !== undefined))).toEqual({
      'garage/fxmanifest.lua': manifest,
      'garage/server.lua': 'print("Grüße")\n',
      'garage/empty.lua': '',
      'garage/utf16.lua': 'print("ä")\r\nx()',
      'garage/windows.lua': '-- Grüße €\n',
      'garage/secret.lua': `post("https://discord.com/api/webhooks/123456/${'*'.repeat(12)}")`,
      'garage/ui/index.html': '<script>1</script>',
      'garage/ui/lua.png': 'load(x)()',
      'garage/stream/named.ydr': '-- Lua in an asset\n',
    })
    expect(stored.get('garage/ui/logo.png')).toEqual(png)
    const types = [...found.values()].map(({ path, kind, type }) => [path.slice(7), `${kind} ${type}`])
    expect(Object.fromEntries(types)).toMatchObject({
      'ui/logo.png': 'image png',
      'ui/lua.png': 'text null',
      'stream/car.ydr': 'binary rsc7',
      'stream/inner.zip': 'binary zip',
      'tool.exe': 'binary exe',
      'locked.lua': 'escrowed fxap',
      'empty.bin': 'binary null',
    })
    expect(found.get('garage/utf16.lua')).toMatchObject({ charset: 'utf-16', lines: 2 })
    expect(found.get('garage/windows.lua')).toMatchObject({ charset: 'windows-1252', lines: 1 })
    expect(analysis).toMatchObject({
      contents: { files: members.length, folders: 3, size: archive.length, notReadTotal: 3 },
      resources: [{ path: 'garage', games: ['gta5'], scripts: { server: ['garage/server.lua'] } }],
      isWhole: false,
    })
    expect(Object.fromEntries(analysis.contents.notRead.map(({ path, why }) => [path, why]))).toEqual({
      'garage/stream/inner.zip': 'an archive in the archive',
      'garage/tool.exe': 'a compiled program',
      'garage/locked.lua': 'encrypted by Cfx.re',
    })
    expect(analysis.attributes).toEqual(
      expect.arrayContaining(['framework:standalone', 'game:gta5', 'escrowed', 'page']),
    )
    expect(await rescan(pack, analysis.indexAt)).toEqual({ state: 'done', analysis })
  })
})

const noise = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 7919 + (at >> 4) * 31) % 251))

describe.each<[string, Extension, () => Promise<Buffer> | Buffer]>([
  ['ZIP', 'zip', () => zipOf([{ name: 'a.lua', content: noise }])],
  ['deflated ZIP', 'zip', () => zipOf([{ name: 'a.lua', content: noise, deflate: true }])],
  ['solid 7z', '7z', () => packWithSevenZip([{ name: 'a.lua', content: noise }], '-t7z')],
  ['7z', '7z', () => sevenZipOf([{ name: 'a.lua', content: noise }])],
  ['RAR 5', 'rar', () => rar5Of([{ name: 'a.lua', content: noise }])],
])('a %s', (_, extension, archiveOf) => {
  test('with a changed byte is damaged', async () => {
    const archive = await archiveOf()
    archive.writeUInt8(archive.readUInt8(archive.length >> 1) ^ 4, archive.length >> 1)

    expect((await analyse(archive, extension)).reply).toMatchObject({ state: 'failed', code: 'damaged' })
  })
})

test('a size in the header that is not that of the content is damaged', async () => {
  const archive = zipOf([{ name: 'a.lua', content: 'x'.repeat(100), deflate: true, claimed: { size: 99 } }])

  expect((await analyse(archive, 'zip')).reply).toMatchObject({ state: 'failed', code: 'damaged' })
})

test('a name with a NUL or out of its folder is damaged; other unusual names are stored as they are', async () => {
  const names = [
    `${'ü'.repeat(120)}.lua`,
    '\u202egnp.lua',
    'a b\u0085\u200b.lua',
    `${'n'.repeat(251)}.lua`,
    'con.lua',
    '__proto__',
  ]

  for (const name of ['a\0.lua', '../a.lua'])
    expect((await analyse(zipOf([{ name, content: 'x' }]), 'zip')).reply).toMatchObject({ code: 'damaged' })
  const { members: found } = await analyseWhole(zipOf(names.map((name) => ({ name, content: 'x' }))), 'zip')
  expect([...found.keys()]).toEqual(names)
})

test('a text of one line with 5 MB is read whole, a longer one is not', async () => {
  const line = `-- ${'x'.repeat(5 * 1024 ** 2 - 3)}`
  const archive = zipOf([
    { name: 'a.lua', content: line, deflate: true },
    { name: 'b.lua', content: `${line} `, deflate: true },
    { name: 'c.dat', content: `${line} `, deflate: true },
    { name: 'd.bin', content: Buffer.alloc(6 * 1024 ** 2) },
  ])

  const { analysis, texts, members: found } = await analyseWhole(archive, 'zip')

  expect(texts.get('a.lua')).toBe(line)
  expect(found.get('a.lua')?.lines).toBe(1)
  expect(analysis.contents.notRead).toEqual([
    { path: 'b.lua', why: 'larger than 5 MB' },
    { path: 'c.dat', why: 'larger than 5 MB' },
  ])
  expect(analysis.isWhole).toBe(false)
})

test('a manifest that loops is never run: it is reported as computed', async () => {
  const text = "fx_version 'cerulean'\ngame 'gta5'\nwhile true do end\nserver_script('a' .. os.time())"
  const archive = zipOf([{ name: 'fxmanifest.lua', content: text }])

  const { analysis } = await analyseWhole(archive, 'zip')

  expect(analysis.resources[0]?.problems.map(({ code }) => code)).toContain('computed')
})

test('a manifest that does not parse has one finding', async () => {
  const text = "fx_version 'cerulean'\ngame 'gta5'\nif then end"
  const archive = zipOf([{ name: 'fxmanifest.lua', content: text }])

  const { analysis } = await analyseWhole(archive, 'zip')

  expect(analysis.findings).toMatchObject([{ rule: 'does-not-parse', path: 'fxmanifest.lua', line: 3 }])
})

test('an archive of 10,000 members is analysed', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    name: `pack/${at % 100}/${at}.lua`,
    content: `x=${at}`,
  }))

  const { analysis, members: found } = await analyseWhole(zipOf(many), 'zip')

  expect(analysis.contents).toMatchObject({ files: 10_000, folders: 101 })
  expect(found.get('pack/99/9999.lua')?.sha256).toBe(sha256(Buffer.from('x=9999')))
})

test('findings name the content that they are about, and an encrypted file is a fact, not a finding', async () => {
  const text = "fx_version 'cerulean'\ngame 'gta5'\nserver_script '*.lua'\nui_page 'https://example.org/'"
  const code = 'local function run(cmd)\n  os.execute(cmd)\nend\n'
  const archive = zipOf([
    { name: 'a/fxmanifest.lua', content: text },
    { name: 'a/server.lua', content: code },
    { name: 'a/locked.lua', content: 'FXAP\0\0\0\0' },
  ])

  const { analysis } = await analyseWhole(archive, 'zip')

  const found = analysis.findings.map(({ rule, path, line, fileSha256 }) => ({
    rule,
    path,
    line,
    fileSha256,
  }))
  expect(found).toEqual([
    { rule: 'process', path: 'a/server.lua', line: 2, fileSha256: sha256(Buffer.from(code)) },
    {
      rule: 'remote-page',
      path: 'a/fxmanifest.lua',
      line: expect.toSatisfy((line) => line === null || line === 4),
      fileSha256: sha256(Buffer.from(text)),
    },
  ])
  expect(analysis).toMatchObject({ severity: 'high', counts: { high: 1, medium: 1, low: 0 } })
  expect(analysis.capabilities.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['runs-programs', 'page', 'escrowed']),
  )
})
