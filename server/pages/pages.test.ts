import { createHash } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { insertTestScript } from '#server/scripts/testing.ts'
import { startTestHub } from '#server/testing.ts'

const hub = await startTestHub()
const author = await hub.person('scripts.upload')
const visitor = null

test('a page is complete without scripts: title, description, share card and what it lists', async () => {
  const id = await insertTestScript(hub, { author, name: 'Harbour Docks', category: 'Mapping' })

  const page = await hub.as(visitor, 'GET', '/scripts?category=Mapping')

  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<title>Mapping · Scripthaven</title>')
  expect(page.body).toMatch(/<meta [^>]*name="description" content="[^"]+ Mapping/)
  expect(page.body).toContain('property="og:url" content="https://hub.example/scripts?category=Mapping"')
  expect(page.body).toContain('rel="canonical" href="https://hub.example/scripts?category=Mapping"')
  expect(page.body).toContain(`href="/scripts/${id}"`)
  expect(page.body).toContain('Harbour Docks')
})

test('a page is kept until something that it shows changes', async () => {
  const before = await hub.as(visitor, 'GET', '/scripts')
  const again = await hub.as(visitor, 'GET', '/scripts')
  const unchanged = await hub.as(visitor, 'GET', '/scripts', undefined, {
    'if-none-match': before.headers.get('etag') ?? '',
  })
  await insertTestScript(hub, { author, name: 'Brand New Garage' })
  const after = await hub.as(visitor, 'GET', '/scripts')

  expect(again.headers.get('etag')).toBe(before.headers.get('etag'))
  expect(unchanged.status).toBe(304)
  expect(before.body).not.toContain('Brand New Garage')
  expect(after.body).toContain('Brand New Garage')
})

test('made-up parameters share the page, and searches are not kept', async () => {
  const isKept = (address: string) => hub.hub.cache.find(`page ${address}`) !== undefined

  // The notices of what was written above may still be on their way, and each drops the page once more.
  await vi.waitFor(async () => {
    await hub.as(visitor, 'GET', '/scripts?made=up')
    expect(isKept('/scripts')).toBe(true)
  })
  const search = await hub.as(visitor, 'GET', '/scripts?q=garage')

  expect(search.body).toContain('Brand New Garage')
  expect(isKept('/scripts?made=up')).toBe(false)
  expect(isKept('/scripts?q=garage')).toBe(false)
})

test('a page beyond the end shows the last one', async () => {
  const page = await hub.as(visitor, 'GET', '/scripts?page=99')

  expect(page.status).toBe(200)
  expect(page.body).toContain('Harbour Docks')
})

test.each([['/nowhere'], ['/scripts/99999'], ['/scripts/no-number']])(
  '%s is a page that says so, with status 404, and is not for search engines',
  async (path) => {
    const page = await hub.as(visitor, 'GET', path)

    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.body).toMatch(/Page Not Found|Script Not Found/)
    expect(page.body).toContain('name="robots" content="noindex"')
  },
)

test('a call that does not exist is refused as a call, not as a page', async () => {
  const unknown = await hub.as(visitor, 'GET', '/api/nothing')
  const wrongMethod = await hub.as(visitor, 'GET', '/api/auth/login')

  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST'])
})

test('what members write cannot become markup or script', async () => {
  const name = '</script><img src=x onerror=alert(1)>'
  await insertTestScript(hub, { author, name, tags: ['<b>bold</b>'] })

  const page = await hub.as(visitor, 'GET', '/scripts')

  expect(page.body).toContain('&lt;/script&gt;&lt;img')
  expect(page.body).not.toContain('<img src=x')
  expect(page.body).not.toContain('<b>bold')
})

test('the policy names the one inline script by its hash and no other source', async () => {
  const page = await hub.as(visitor, 'GET', '/')
  const policy = page.headers.get('content-security-policy') ?? ''
  const inline = [...String(page.body).matchAll(/<script>([^<]+)<\/script>/g)].map(([, text = '']) => text)
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

  expect(hashes).toHaveLength(1)
  expect(policy).toContain(`script-src 'self' ${hashes[0]};`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(page.body).not.toMatch(/ on\w+="/)
})

test('the partners come with the homepage, without places that nobody has taken', async () => {
  await hub.db.execute(sql`
    insert into partners (name, logo_url, website_url, discord_url, is_placeholder) values
      ('Harbour Hosting', 'https://logos.example/a.png', 'https://a.example', 'https://d.example', false),
      ('Empty place', 'https://logos.example/b.png', 'https://b.example', 'https://d.example', true)`)
  hub.hub.cache.drop(['partners'])

  const page = await hub.as(visitor, 'GET', '/')

  const [shown] = String(page.body).split('<script type="application/json"')
  expect(shown).toMatch(/<section id="partners".*Harbour Hosting/s)
  expect(shown).toContain('Join the community')
  expect(shown).not.toContain('Empty place')
})

test('everything that a page loads at once is there, compressed and kept for good', async () => {
  const page = await hub.as(visitor, 'GET', '/')
  const files = [...String(page.body).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  )

  expect(files.length).toBeGreaterThan(4)
  for (const file of files) {
    const answer = await hub.as(visitor, 'GET', file, undefined, { 'accept-encoding': 'br' })
    expect([file, answer.status]).toEqual([file, 200])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-encoding')).toBe(file.endsWith('.woff2') ? null : 'br')
  }
})

test('the start is compiled while it is on its way', async () => {
  const page = await hub.as(visitor, 'GET', '/')
  const [start = ''] = /\/assets\/app-[^"]+\.js/.exec(String(page.body)) ?? []

  expect(String((await hub.as(visitor, 'GET', start)).body)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

test.each(['/assets/..%2f.vite%2fmanifest.json', '/assets/.vite/manifest.json', '/assets/nothing.js'])(
  '%s is no file of the site',
  async (path) => expect((await hub.as(visitor, 'GET', path)).status).toBe(404),
)

test('robots are told what is not for them', async () => {
  const answer = await hub.as(visitor, 'GET', '/robots.txt')

  expect(answer.body).toContain('Disallow: /api/')
})

test('a page that could not read something is shown with status 503 and is right again afterwards', async () => {
  await hub.db.execute(sql`alter table site_totals rename to site_totals_away`)
  hub.hub.cache.clear()
  const broken = await hub.as(visitor, 'GET', '/')
  await hub.db.execute(sql`alter table site_totals_away rename to site_totals`)
  const whole = await hub.as(visitor, 'GET', '/')

  expect(broken.status).toBe(503)
  expect(broken.body).toContain('Latest Scripts')
  expect(whole.status).toBe(200)
})
