import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { scriptForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { childrenOf, parseXml, textOf, type XmlElement } from '#test-support/feeds.ts'

const app = await startTestApp()
const site = 'https://hub.example'

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(null, 'GET', path, undefined, headers)

async function feedAt(path: string): Promise<XmlElement> {
  const { status, body, headers } = await get(path)
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
  })
  return parseXml(body)
}
const titles = (feed: XmlElement) => childrenOf(feed, 'entry').map((entry) => textOf(entry, 'title'))
const linkOf = (element: XmlElement, rel: string) =>
  childrenOf(element, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href

test('a feed without scripts is a valid feed', async () => {
  const empty = await startTestApp()
  const { status, body } = await empty.request(null, 'GET', '/feed.xml')

  expect(status).toBe(200)
  expect(childrenOf(parseXml(body), 'entry')).toEqual([])
  expect(textOf(parseXml(body), 'updated')).toBe('1970-01-01T00:00:00.000Z')
})

test('an entry describes a script, with absolute URLs and its times', async () => {
  const author = await app.createUser()
  const createdAt = new Date('2026-03-01T12:00:00Z')
  const description = 'Park your cars.\nAnd fetch them.'
  const id = await insertTestScript(app, { author, name: 'Garage', description, category: 'Cars', createdAt })
  await app.db.execute(sql`update scripts set updated_at = '2026-03-05T08:00:00Z' where id = ${id}`)
  app.app.cache.clear()

  const feed = await feedAt('/feed.xml')

  expect(feed.attributes.xmlns).toBe('http://www.w3.org/2005/Atom')
  expect(textOf(feed, 'title')).toBe('Scripthaven: latest scripts')
  expect(textOf(feed, 'id')).toBe(`${site}/feed.xml`)
  expect(linkOf(feed, 'self')).toBe(`${site}/feed.xml`)
  expect(linkOf(feed, 'alternate')).toBe(`${site}/scripts`)
  expect(textOf(feed, 'updated')).toBe('2026-03-05T08:00:00.000Z')
  const [entry] = childrenOf(feed, 'entry')
  if (!entry) throw new Error('The feed has no entry')
  expect(Object.fromEntries(entry.children.map(({ name, text }) => [name, text]))).toMatchObject({
    title: 'Garage',
    id: `${site}/scripts/${id}`,
    published: '2026-03-01T12:00:00.000Z',
    updated: '2026-03-05T08:00:00.000Z',
    summary: description,
  })
  expect(linkOf(entry, 'alternate')).toBe(`${site}/scripts/${id}`)
  expect(childrenOf(entry, 'category')[0]?.attributes.term).toBe('Cars')
  const [feedAuthor] = childrenOf(entry, 'author')
  expect(textOf(feedAuthor, 'name')).toBe(author.username)
  expect(textOf(feedAuthor, 'uri')).toBe(`${site}/user/${author.username}`)
})

test('unusual names keep the feed well-formed', async () => {
  const author = await app.createUser()
  const names = [
    ']]> <script>alert(1)</script> & "more"',
    "it's &amp; was",
    'bell\u0007 escape\u001b next\u0085',
    'סקריפט חדש \u202e gpj.exe',
    'نص برمجي',
  ]
  for (const name of names) await insertTestScript(app, { author, name, description: name.repeat(5) })

  const feed = await feedAt(`/feed/author/${author.username}.xml`)

  expect(titles(feed).toReversed()).toEqual([
    names[0],
    names[1],
    'bell escape next',
    'סקריפט חדש gpj.exe',
    names[4],
  ])
})

test('a feed has the 30 newest published scripts', async () => {
  const author = await app.createUser()
  await insertTestScript(app, { author, name: 'Hidden', publication: 'review' })
  for (let number = 1; number <= 32; number++)
    await insertTestScript(app, { author, name: `Number ${number}` })

  const found = titles(await feedAt(`/feed/author/${author.username}.xml`))

  expect(found).toHaveLength(30)
  expect(found.at(0)).toBe('Number 32')
  expect(found.at(-1)).toBe('Number 3')
  expect(titles(await feedAt('/feed.xml'))).toEqual(found)
})

test('a category and an author have their own feeds, case-insensitive', async () => {
  const author = await app.createUser()
  await app.db.execute(
    sql`update users set username = 'Dot.Name', username_key = 'dot.name' where id = ${author.id}`,
  )
  await app.db.execute(
    sql`insert into categories (name, name_key) values ('R&D / <odd> 100%', 'r&d / <odd> 100%')`,
  )
  await insertTestScript(app, { author, name: 'Laboratory', category: 'R&D / <odd> 100%' })
  await insertTestScript(app, { author, name: 'Shop', category: 'Jobs' })

  const ofCategory = await feedAt(`/feed/category/${encodeURIComponent('r&d / <ODD> 100%')}.xml`)
  const ofAuthor = await feedAt('/feed/author/dot.NAME.xml')

  expect(titles(ofCategory)).toEqual(['Laboratory'])
  expect(textOf(ofCategory, 'title')).toBe('Scripthaven: latest in R&D / <odd> 100%')
  expect(linkOf(ofCategory, 'self')).toBe(`${site}/feed/category/R%26D%20%2F%20%3Codd%3E%20100%25.xml`)
  expect(linkOf(ofCategory, 'alternate')).toBe(`${site}/scripts?category=R%26D+%2F+%3Codd%3E+100%25`)
  expect(titles(ofAuthor)).toEqual(['Shop', 'Laboratory'])
  expect(linkOf(ofAuthor, 'alternate')).toBe(`${site}/user/Dot.Name`)
  expect((await get(new URL(linkOf(ofCategory, 'self') ?? '').pathname)).status).toBe(200)
})

test.each([
  '/feed/category/Nothing.xml',
  '/feed/category/Cars',
  '/feed/category/.xml',
  '/feed/author/unknown-author.xml',
  '/feed/author/%25.xml',
])('%s is not found', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('a feed is cached until data that it shows changes', async () => {
  const author = await app.createUser()
  await insertTestScript(app, { author, name: 'Before' })
  const path = `/feed/author/${author.username}.xml`
  const first = await get(path)

  const unchanged = await get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(unchanged.status).toBe(304)
  // The notification of the script may still arrive, which removes the feed once.
  const isCached = async () => {
    await get(path)
    return app.app.cache.find(`feed author ${author.username}`) !== undefined
  }
  await expect.poll(isCached).toBe(true)

  await insertTestScript(app, { author, name: 'After' })
  expect(titles(await feedAt(path))).toEqual(['After', 'Before'])

  const { token } = author
  await app.request({ token }, 'PUT', '/api/auth/profile', { username: 'renamed-author' })
  expect((await get(path)).status).toBe(404)
  expect(textOf(await feedAt('/feed/author/renamed-author.xml'), 'title')).toBe(
    'Scripthaven: scripts by renamed-author',
  )
})

test('a script has a feed of its public versions, with changelogs and withdrawals', async () => {
  const author = await app.createUser('scripts.upload')
  const { body: script } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({ name: 'Harbour & <sea>', version: '1.0.0' }),
  )
  const addVersion = (number: string, isWithdrawn: boolean, publishedAt: string | null) =>
    app.db.execute(sql`
      insert into script_versions (script_id, number, changelog, file_name, extension, size, sha256, entries, unpacked_size,
        published_at, withdrawn_at, withdrawal_kind, withdrawal_reason)
      values (${script.id}, ${number}, 'Ships **sail** now', 'x.zip', 'zip', 1, 'x', 1, 1, ${publishedAt},
        ${isWithdrawn ? '2026-02-03T00:00:00Z' : null}, ${isWithdrawn ? 'broken' : null}, 'Sinks at the pier')`)
  await addVersion('1.1.0', false, '2026-02-01T00:00:00Z')
  await addVersion('1.2.0', true, '2026-02-02T00:00:00Z')
  await addVersion('2.0.0', false, null)

  const feed = await feedAt(`/feed/script/${script.id}.xml`)
  const { body: page } = await app.request(null, 'GET', `/scripts/${script.id}`)

  expect(textOf(feed, 'title')).toBe('Scripthaven: versions of Harbour & <sea>')
  expect(linkOf(feed, 'alternate')).toBe(`${site}/scripts/${script.id}`)
  expect(titles(feed)).toEqual([
    'Harbour & <sea> 1.2.0 (withdrawn)',
    'Harbour & <sea> 1.1.0',
    'Harbour & <sea> 1.0.0',
  ])
  expect(
    childrenOf(feed, 'entry').map((entry) => [textOf(entry, 'summary'), textOf(entry, 'updated')]),
  ).toEqual([
    ['Sinks at the pier', '2026-02-03T00:00:00.000Z'],
    ['Ships sail now', '2026-02-01T00:00:00.000Z'],
    ['', expect.any(String)],
  ])
  expect(page).toContain(`href="/feed/script/${script.id}.xml"`)
})

test.each(['/feed/script/0.xml', '/feed/script/999999.xml', '/feed/script/1e3.xml', '/feed/script/1'])(
  '%s is not found',
  async (path) => {
    expect((await get(path)).status).toBe(404)
  },
)
