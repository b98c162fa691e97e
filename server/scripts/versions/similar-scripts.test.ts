import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { readSimilarityLines } from './find-similar.ts'

const app = await startTestApp()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const uploader = () => app.createUser('scripts.upload')

type Files = Record<string, string>

async function submit(author: TestUser, name: string, files: Files) {
  const members = Object.entries(files).map(([path, content]) => ({ name: path, content, deflate: true }))
  const form = await scriptForm({ name }, { archive: { fileName: 'a.zip', content: zipOf(members) } })
  const { body, status } = await app.request(author, 'POST', '/api/scripts', form)
  expect(status).toBe(201)
  return body
}

const similarTo = (script: { versionId: number }, user = moderator) =>
  app.request(user, 'GET', `/api/versions/${script.versionId}/similar`)

/** Makes it older than all others. */
const uploadedAt = (script: { id: number }, age: string) =>
  app.db.execute(
    sql`update script_versions set created_at = now() - ${age}::interval where script_id = ${script.id}`,
  )

/** Code of a shop, a different one for each name. */
const serverCode = (name: string) => `
local prices, stock = { bread = 5, water = 3 }, {}
-- Sells one item.
local function sell(player, item, count)
  local price = prices[item] * count
  if stock[item] < count then return false, 'Sold out' end
  for index, entry in ipairs(stock) do print(index, entry) end
  TriggerClientEvent('${name}:sold', player, { item = item, total = price })
  return true
end
RegisterNetEvent('${name}:buy', function(item, count) sell(source, item, count) end)
`
const clientCode = (name: string) => `
const open = false
// Shows the shop.
onNet('${name}:sold', (sale) => {
  SendNuiMessage(JSON.stringify({ type: 'sold', item: sale.item, total: sale.total }))
  emit('chat:addMessage', { args: ['${name}', \`You paid \${sale.total}\`] })
  if (open) SetNuiFocus(false, false)
})
`
const manifest = (name: string) =>
  `fx_version 'cerulean'\ngame 'gta5'\nname '${name}'\nserver_script 's.lua'\n`

const shop = (name: string): Files => ({
  [`${name}/fxmanifest.lua`]: manifest(name),
  [`${name}/s.lua`]: serverCode(name),
  [`${name}/client/main.js`]: clientCode(name),
})

/** As a copier writes it: other folders, comments, spaces, quotes and names of locals. */
const reformatted = (name: string): Files => ({
  'best/fxmanifest.lua': manifest('best'),
  'best/server/core.lua': `-- (c) Best Scripts\n${serverCode(name)
    .replaceAll('-- Sells one item.', '--[[ BEST ]]')
    .replaceAll('\n', '\n\n    ')
    .replaceAll("'", '"')
    .replaceAll(/\bprice\b/g, 'cost')
    .replaceAll('player', 'src')}`,
  'best/html.js': clientCode(name)
    .replaceAll('// Shows the shop.', '/* BEST */')
    .replaceAll('\n  ', '\n\t\t'),
})

test('only moderators see copies, and an unknown version is not found', async () => {
  const author = await uploader()
  const script = await submit(author, 'Private shop', shop('private'))

  expect((await similarTo(script, author)).status).toBe(403)
  expect((await similarTo({ versionId: 999_999 })).status).toBe(404)
})

test('the same archive by another author is shown before it is analysed, the own one is not', async () => {
  const [first, second] = [await uploader(), await uploader()]
  const original = await submit(first, 'Original', shop('same'))
  await uploadedAt(original, '430 days')
  await submit(first, 'Original again', shop('same'))
  const copy = await submit(second, 'Copy', shop('same'))

  const { body } = await similarTo(copy)

  expect(body).toMatchObject({
    state: 'waiting',
    sameArchive: [
      { script: { id: original.id, name: 'Original' }, author: first.username },
      { script: { name: 'Original again' }, author: first.username },
    ],
    scripts: [],
    line: `Same archive as Original by ${first.username}, uploaded 14 months earlier`,
  })
  expect((await similarTo(original)).body).toMatchObject({
    sameArchive: [{ script: { id: copy.id } }],
    line: `Same archive as Copy by ${second.username}, uploaded 14 months later`,
  })
})

test('a reformatted copy with other names and comments is recognised by its tokens', async () => {
  const [first, second] = [await uploader(), await uploader()]
  const original = await submit(first, 'Shop of the author', shop('tokens'))
  await uploadedAt(original, '5 days')
  const copy = await submit(second, 'Best shop', reformatted('tokens'))
  await analyseAll(app)

  const { body } = await similarTo(copy)

  expect(body).toMatchObject({
    state: 'done',
    sameArchive: [],
    scripts: [
      {
        script: { id: original.id, name: 'Shop of the author' },
        author: first.username,
        share: 100,
        filesTotal: 2,
        files: [
          { path: 'best/server/core.lua', theirPath: 'tokens/s.lua', same: 'tokens' },
          { path: 'best/html.js', theirPath: 'tokens/client/main.js', same: 'tokens' },
        ],
      },
    ],
    takenDown: [],
    line: `100% of the code is in Shop of the author by ${first.username}, uploaded 5 days earlier`,
  })
})

test('a copied file counts by its size; other versions of the own scripts do not count', async () => {
  const [first, second] = [await uploader(), await uploader()]
  const original = await submit(first, 'Half original', shop('half'))
  const own = serverCode('own').repeat(2)
  const copied = shop('half')['half/s.lua'] ?? ''
  const mixed = await submit(second, 'Half copy', { 'x/own.lua': own, 'x/s.lua': copied })
  await submit(second, 'Half copy 2', { 'x/own.lua': own, 'x/s.lua': copied, 'x/a.md': 'more' })
  await analyseAll(app)

  const { body } = await similarTo(mixed)

  const share = Math.floor((copied.length * 100) / (copied.length + own.length))
  expect(body.scripts).toMatchObject([
    { script: { id: original.id }, share, files: [{ path: 'x/s.lua', same: 'bytes' }] },
  ])
  expect(body.scripts).toHaveLength(1)
  expect(body.line).toMatch(`${share}% of the code is in Half original`)
})

test('a file that more than 20 authors have is a library and gives no line', async () => {
  const library = { 'lib/s.lua': serverCode('library') }
  for (let author = 0; author < 20; author++)
    await submit(await uploader(), `User ${author}`, {
      ...library,
      'a/s.lua': serverCode(`user ${author}`),
    })
  const last = await submit(await uploader(), 'Alone', library)
  await analyseAll(app)
  // One of the 21 authors is the own one.
  expect((await similarTo(last)).body).toMatchObject({ scripts: [], line: null })

  await app.db.execute(sql`delete from scripts where name = 'User 19'`)
  expect((await similarTo(last)).body.scripts).toHaveLength(5)
})

test('files and archives that were taken down are counted by case', async () => {
  const [first, second] = [await uploader(), await uploader()]
  const original = await submit(first, 'Taken down', shop('down'))
  const copy = await submit(second, 'Returns', reformatted('down'))
  const part = await submit(second, 'Part', { 'x/s.lua': serverCode('down') })
  await analyseAll(app)
  await app.db.execute(sql`
    insert into blocklist_entries (kind, value, reason, case_id) values ('archive', ${original.sha256}, 'test', 77)`)
  await app.db.execute(sql`
    insert into blocklist_entries (kind, value, reason, case_id)
    select 'file', encode(f.hash, 'hex'), 'test', 78 from archive_fingerprints f
    join archive_analyses a on a.id = f.analysis_id where a.sha256 = ${part.sha256} and f.kind = 'b'`)

  expect((await similarTo(copy)).body.takenDown).toEqual([{ caseId: 77, files: 2 }])
  expect((await similarTo(part)).body.takenDown).toHaveLength(2)
  expect((await similarTo(part)).body.takenDown).toEqual(
    expect.arrayContaining([
      { caseId: 77, files: 1 },
      { caseId: 78, files: 1 },
    ]),
  )
})

test('the lines of a page are those of its versions', async () => {
  const [first, second] = [await uploader(), await uploader()]
  const original = await submit(first, 'Listed', shop('listed'))
  const copy = await submit(second, 'Listed copy', reformatted('listed'))
  const alone = await submit(second, 'Listed alone', shop('listed alone'))
  await analyseAll(app)
  const ids = [original, copy, alone].map(({ versionId }) => versionId)

  const lines = await readSimilarityLines(app.db, ids)

  for (const script of [original, copy, alone])
    expect(lines.get(script.versionId) ?? null).toBe((await similarTo(script)).body.line)
  expect([...lines.keys()]).toEqual([original.versionId, copy.versionId])
})

test('a reformatted copy waits for review, and the author of the original does not', async () => {
  const owner = await app.createOwner()
  await app.request(owner, 'PUT', '/api/settings', { reviewMode: 'flagged' })
  const [first, second] = [await uploader(), await uploader()]
  await submit(first, 'Reviewed original', shop('reviewed'))
  await analyseAll(app)

  const copy = await submit(second, 'Reviewed copy', { ...reformatted('reviewed'), 'best/README.md': 'Mine' })
  const fork = await submit(first, 'Fork', reformatted('reviewed'))
  await analyseAll(app)

  const stateOf = async ({ versionId }: { versionId: number }) =>
    (await app.request(owner, 'GET', `/api/versions/${versionId}`)).body.state
  expect([await stateOf(copy), await stateOf(fork)]).toEqual(['waiting', 'published'])
})
