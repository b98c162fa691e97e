import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction, invalidate } from '#platform/database/database.ts'
import { collectionTags, updateTextRemoval } from '#server/scripts/scripts.public.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestApp } from '#test-support/test-app.ts'

import { childrenOf, parseXml, textOf, type XmlElement } from '#test-support/feeds.ts'

const app = await startTestApp()
const site = 'https://hub.example'

async function sitemapAt(from: TestApp, path: string): Promise<XmlElement> {
  const { status, body, headers } = await from.request(null, 'GET', path)
  expect({ path, status, type: headers.get('content-type') }).toEqual({
    path,
    status: 200,
    type: 'application/xml; charset=utf-8',
  })
  const sitemap = parseXml(body)
  expect(sitemap.attributes.xmlns).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  return sitemap
}
const urlsOf = (sitemap: XmlElement) => sitemap.children.map((entry) => textOf(entry, 'loc'))

test('the sitemap lists public pages, and only users with published scripts', async () => {
  const author = await app.createUser()
  const member = await app.createUser()
  await app.db.execute(sql`insert into categories (name, name_key) values ('R&D', 'r&d')`)
  const id = await insertTestScript(app, { author, category: 'R&D' })
  const hidden = await insertTestScript(app, { author: member, publication: 'review' })
  await app.db.execute(sql`update scripts set updated_at = '2026-03-05T08:00:00Z' where id = ${id}`)

  const sitemap = await sitemapAt(app, '/sitemap.xml')

  expect(urlsOf(sitemap)).toEqual([
    `${site}/`,
    `${site}/scripts`,
    `${site}/collections`,
    ...['faq', 'cli', 'rules', 'moderation', 'terms', 'privacy', 'cookies', 'dmca', 'takedown'].map(
      (page) => `${site}/${page}`,
    ),
    `${site}/scripts?category=R%26D`,
    `${site}/scripts/${id}`,
    `${site}/user/${author.username}`,
  ])
  expect(urlsOf(sitemap)).not.toContain(`${site}/scripts/${hidden}`)
  const entry = childrenOf(sitemap, 'url').find((url) => textOf(url, 'loc') === `${site}/scripts/${id}`)
  expect(textOf(entry, 'lastmod')).toBe('2026-03-05T08:00:00.000Z')
})

test('a new script and a renamed user are in the sitemap at once', async () => {
  const author = await app.createUser()
  await sitemapAt(app, '/sitemap.xml')

  const id = await insertTestScript(app, { author })
  expect(urlsOf(await sitemapAt(app, '/sitemap.xml'))).toContain(`${site}/scripts/${id}`)

  await app.request(author, 'PUT', '/api/auth/profile', { username: 'renamed-user' })
  const urls = urlsOf(await sitemapAt(app, '/sitemap.xml'))
  expect(urls).toContain(`${site}/user/renamed-user`)
  expect(urls).not.toContain(`${site}/user/${author.username}`)
})

test('the sitemap lists public collections while they are public', async () => {
  const owner = await app.createUser()
  const create = async (visibility: string) => {
    const { body } = await app.request(owner, 'POST', '/api/collections', { title: 'Roleplay', visibility })
    return Number(body.id)
  }
  const listed = async () =>
    urlsOf(await sitemapAt(app, '/sitemap.xml')).filter((url) => /collections\/\d/.test(url ?? ''))
  await create('private')
  await create('link')
  expect(await listed()).toEqual([])

  const [id, hidden] = [await create('public'), await create('public')]
  expect(await listed()).toEqual([`${site}/collections/${id}`, `${site}/collections/${hidden}`])

  await inTransaction(app.db, async (tx) => {
    const removal = { removedAt: new Date(), removedBy: owner.id, removalReason: 'Spam' }
    await updateTextRemoval(tx, 'collection', hidden, removal)
    invalidate(tx, ...collectionTags(hidden))
  })
  expect(await listed()).toEqual([`${site}/collections/${id}`])
  await app.request(owner, 'PUT', `/api/collections/${id}`, { title: 'Roleplay', visibility: 'private' })
  expect(await listed()).toEqual([])
})

test('a large site has a sitemap index, and each URL is in one part', async () => {
  const large = await startTestApp()
  const author = await large.createUser()
  // Enough to need an index, with a gap in the ids that is longer than a part.
  for (let batch = 0; batch < 5; batch++)
    await inTransaction(large.db, (tx) =>
      tx.execute(sql`
        insert into scripts (name, user_id, category_id, status, publication, file_size)
        select 'Script', ${author.id}, (select min(id) from categories), 'Readable', 'published', 10
        from generate_series(1, 5000)`),
    )
  await large.db.execute(sql`select setval(pg_get_serial_sequence('scripts', 'id'), 90000)`)
  const last = await insertTestScript(large, { author })
  const draft = { title: 'Roleplay', visibility: 'public' }
  const { body: collection } = await large.request(author, 'POST', '/api/collections', draft)
  await large.db.execute(sql`update site_totals set scripts = 25001`)
  large.app.cache.clear()

  const index = await sitemapAt(large, '/sitemap.xml')
  const parts = urlsOf(index)

  expect(index.name).toBe('sitemapindex')
  expect(parts).toEqual([
    `${site}/sitemap/site.xml`,
    `${site}/sitemap/scripts-1.xml`,
    `${site}/sitemap/scripts-2.xml`,
    `${site}/sitemap/scripts-5.xml`,
    `${site}/sitemap/authors-1.xml`,
    `${site}/sitemap/collections-1.xml`,
  ])
  const urls: (string | undefined)[] = []
  for (const part of parts) urls.push(...urlsOf(await sitemapAt(large, new URL(part ?? '').pathname)))
  expect(urls.filter((url) => url?.includes('/scripts/'))).toHaveLength(25_001)
  expect(new Set(urls).size).toBe(urls.length)
  expect(urls).toContain(`${site}/scripts/${last}`)
  expect(urls).toContain(`${site}/user/${author.username}`)
  expect(urls).toContain(`${site}/collections/${collection.id}`)
})

test.each([
  'scripts-0.xml',
  'scripts-9.xml',
  'scripts-1',
  'users-1.xml',
  'scripts-99999.xml',
  'authors-1e3.xml',
  'collections-9.xml',
  'constructor-1.xml',
])('there is no part %s', async (name) => {
  expect((await app.request(null, 'GET', `/sitemap/${name}`)).status).toBe(404)
})

test('robots.txt names the sitemap and the excluded paths', async () => {
  const { status, body, headers } = await app.request(null, 'GET', '/robots.txt')

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(body).toBe(
    `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /files/download/\n\nSitemap: ${site}/sitemap.xml\n`,
  )
})

test('sitemap parts are rate limited', async () => {
  const strict = await startTestApp({ config: { rateLimits: true } })
  const statuses: number[] = []
  for (let part = 1; part <= 61; part++)
    statuses.push((await strict.request(null, 'GET', `/sitemap/scripts-${part}.xml`)).status)

  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404))
  expect(statuses.at(-1)).toBe(429)
})
