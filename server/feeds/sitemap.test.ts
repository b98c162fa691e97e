import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database.ts'
import { insertTestScript } from '#server/scripts/testing.ts'
import { startTestHub, type TestHub } from '#server/testing.ts'

import { childrenOf, parseXml, textOf, type XmlElement } from './testing.ts'

const hub = await startTestHub()
const site = 'https://hub.example'

async function sitemapAt(from: TestHub, path: string): Promise<XmlElement> {
  const { status, body, headers } = await from.as(null, 'GET', path)
  expect({ path, status, type: headers.get('content-type') }).toEqual({
    path,
    status: 200,
    type: 'application/xml; charset=utf-8',
  })
  const sitemap = parseXml(body)
  expect(sitemap.attributes.xmlns).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  return sitemap
}
const addressesOf = (sitemap: XmlElement) => sitemap.children.map((entry) => textOf(entry, 'loc'))

test('the sitemap names the pages that are worth finding, and nobody who has published nothing', async () => {
  const author = await hub.person()
  const member = await hub.person()
  await hub.db.execute(sql`insert into categories (name, name_key) values ('R&D', 'r&d')`)
  const id = await insertTestScript(hub, { author, category: 'R&D' })
  const hidden = await insertTestScript(hub, { author: member, publication: 'review' })
  await hub.db.execute(sql`update scripts set updated_at = '2026-03-05T08:00:00Z' where id = ${id}`)

  const sitemap = await sitemapAt(hub, '/sitemap.xml')

  expect(addressesOf(sitemap)).toEqual([
    `${site}/`,
    `${site}/scripts`,
    ...['faq', 'terms', 'privacy', 'cookies', 'dmca'].map((page) => `${site}/${page}`),
    `${site}/scripts?category=R%26D`,
    `${site}/scripts/${id}`,
    `${site}/user/${author.username}`,
  ])
  expect(addressesOf(sitemap)).not.toContain(`${site}/scripts/${hidden}`)
  const entry = childrenOf(sitemap, 'url').find((url) => textOf(url, 'loc') === `${site}/scripts/${id}`)
  expect(textOf(entry, 'lastmod')).toBe('2026-03-05T08:00:00.000Z')
})

test('a new script and a new name are in the sitemap at once', async () => {
  const author = await hub.person()
  await sitemapAt(hub, '/sitemap.xml')

  const id = await insertTestScript(hub, { author })
  expect(addressesOf(await sitemapAt(hub, '/sitemap.xml'))).toContain(`${site}/scripts/${id}`)

  await hub.as(author, 'PUT', '/api/auth/profile', { username: 'somebody-else' })
  const addresses = addressesOf(await sitemapAt(hub, '/sitemap.xml'))
  expect(addresses).toContain(`${site}/user/somebody-else`)
  expect(addresses).not.toContain(`${site}/user/${author.username}`)
})

test('a site that one sitemap cannot hold has a list of them, each address in one', async () => {
  const large = await startTestHub()
  const author = await large.person()
  // As many as make it too large, with a hole in the ids that is longer than a part.
  for (let batch = 0; batch < 5; batch++)
    await inTransaction(large.db, (tx) =>
      tx.execute(sql`
        insert into scripts (name, user_id, category_id, status, publication, file_size)
        select 'Script', ${author.id}, (select min(id) from categories), 'Readable', 'published', 10
        from generate_series(1, 5000)`),
    )
  await large.db.execute(sql`select setval(pg_get_serial_sequence('scripts', 'id'), 90000)`)
  const last = await insertTestScript(large, { author })
  await large.db.execute(sql`update site_totals set scripts = 25001`)
  large.hub.cache.clear()

  const index = await sitemapAt(large, '/sitemap.xml')
  const parts = addressesOf(index)

  expect(index.name).toBe('sitemapindex')
  expect(parts).toEqual([
    `${site}/sitemap/site.xml`,
    `${site}/sitemap/scripts-1.xml`,
    `${site}/sitemap/scripts-2.xml`,
    `${site}/sitemap/scripts-5.xml`,
    `${site}/sitemap/authors-1.xml`,
  ])
  const addresses: (string | undefined)[] = []
  for (const part of parts)
    addresses.push(...addressesOf(await sitemapAt(large, new URL(part ?? '').pathname)))
  expect(addresses.filter((address) => address?.includes('/scripts/'))).toHaveLength(25_001)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses).toContain(`${site}/scripts/${last}`)
  expect(addresses).toContain(`${site}/user/${author.username}`)
})

test.each([
  'scripts-0.xml',
  'scripts-9.xml',
  'scripts-1',
  'users-1.xml',
  'scripts-99999.xml',
  'authors-1e3.xml',
])('there is no part %s', async (name) => {
  expect((await hub.as(null, 'GET', `/sitemap/${name}`)).status).toBe(404)
})

test('robots are led to the sitemap and away from what is not for them', async () => {
  const { status, body, headers } = await hub.as(null, 'GET', '/robots.txt')

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(body).toBe(
    `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /files/download/\n\nSitemap: ${site}/sitemap.xml\n`,
  )
})

test('whoever asks for parts without end has to wait', async () => {
  const strict = await startTestHub({ config: { rateLimits: true } })
  const statuses: number[] = []
  for (let part = 1; part <= 61; part++)
    statuses.push((await strict.as(null, 'GET', `/sitemap/scripts-${part}.xml`)).status)

  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404))
  expect(statuses.at(-1)).toBe(429)
})
