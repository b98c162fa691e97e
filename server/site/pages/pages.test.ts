import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const visitor = null

test('the first page of each kind after a start has every part in its HTML', async () => {
  const id = await insertTestScript(app, { author, name: 'First Page', category: 'Jobs' })

  for (const path of ['/', '/scripts', `/scripts/${id}`, `/user/${author.username}`, '/cli', '/rules']) {
    const { body } = await app.request(visitor, 'GET', path)
    // React leaves this mark where only the browser renders a part.
    expect(body).not.toContain('<!--$!-->')
  }
})

test('a page is complete without JavaScript: title, description, share card and list', async () => {
  const id = await insertTestScript(app, { author, name: 'Harbour Docks', category: 'Mapping' })

  const page = await app.request(visitor, 'GET', '/scripts?category=Mapping')

  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<title>Mapping · Scripthaven</title>')
  expect(page.body).toMatch(/<meta [^>]*name="description" content="[^"]+ Mapping/)
  expect(page.body).toContain('property="og:url" content="https://hub.example/scripts?category=Mapping"')
  expect(page.body).toContain('rel="canonical" href="https://hub.example/scripts?category=Mapping"')
  expect(page.body).toContain(`href="/scripts/${id}"`)
  expect(page.body).toContain('Harbour Docks')
})

test('a page is cached until data that it shows changes', async () => {
  const before = await app.request(visitor, 'GET', '/scripts')
  const again = await app.request(visitor, 'GET', '/scripts')
  const unchanged = await app.request(visitor, 'GET', '/scripts', undefined, {
    'if-none-match': before.headers.get('etag') ?? '',
  })
  await insertTestScript(app, { author, name: 'Brand New Garage' })
  const after = await app.request(visitor, 'GET', '/scripts')

  expect(again.headers.get('etag')).toBe(before.headers.get('etag'))
  expect(unchanged.status).toBe(304)
  expect(before.body).not.toContain('Brand New Garage')
  expect(after.body).toContain('Brand New Garage')
})

test('URLs with unknown parameters share a cached page, and searches are not cached', async () => {
  const isCached = (url: string) => app.app.cache.find(`page ${url}`) !== undefined

  // Late notifications of the inserts above can still invalidate the page.
  const isStored = async () => {
    await app.request(visitor, 'GET', '/scripts?unknown=1')
    return isCached('/scripts')
  }
  await expect.poll(isStored).toBe(true)
  const search = await app.request(visitor, 'GET', '/scripts?q=garage')

  expect(search.body).toContain('Brand New Garage')
  expect(isCached('/scripts?unknown=1')).toBe(false)
  expect(isCached('/scripts?q=garage')).toBe(false)
})

test('a page beyond the end shows the last one', async () => {
  const page = await app.request(visitor, 'GET', '/scripts?page=99')

  expect(page.status).toBe(200)
  expect(page.body).toContain('Harbour Docks')
})

test.each([
  ['/scripts?q=zzzzzz&page=2', 'No scripts found'],
  ['/scripts?tag=zzzzzz&page=9', 'No scripts found'],
  ['/scripts?category=zzzzzz&page=2', 'No scripts found'],
  ['/scripts?author=zzzzzz&page=2', 'No scripts found'],
  ['/user/user1?page=2', 'Scripts by user1'],
  ['/user/user2?page=2', 'No scripts yet'],
])('a page beyond the end of a list is a page, also when the list is empty: %s', async (path, text) => {
  if (path.includes('user2')) await app.createUser()

  const page = await app.request(visitor, 'GET', path)

  expect(page.status).toBe(200)
  expect(page.body).toContain(text)
})

test.each([
  ['/scripts//9', '/scripts/9'],
  ['/a//b?page=2&q=a//b', '/a/b?page=2&q=a//b'],
  ['//scripts', '/scripts'],
  ['//other.example//x', '/other.example/x'],
  [String.raw`/\other.example/x`, '/other.example/x'],
])('a path with repeated slashes redirects to the path with single ones: %s', async (path, location) => {
  const response = await sendRaw(path)

  expect(response).toMatchObject({ statusCode: 308, headers: { location } })
})

/** fetch resolves a path that begins with two slashes. */
async function sendRaw(path: string): Promise<IncomingMessage> {
  const { hostname, port } = new URL(app.url)
  const [response]: IncomingMessage[] = await once(get({ hostname, port, path }), 'response')
  if (!response) throw new Error('No response')
  return response.resume()
}

test.each([['/nowhere'], ['/scripts/99999'], ['/scripts/no-number']])(
  '%s is a page with status 404 and noindex',
  async (path) => {
    const page = await app.request(visitor, 'GET', path)

    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.body).toMatch(/Page Not Found|Script Not Found/)
    expect(page.body).toContain('name="robots" content="noindex"')
  },
)

test('an unknown call gets a JSON error, not a page', async () => {
  const unknown = await app.request(visitor, 'GET', '/api/nothing')
  const wrongMethod = await app.request(visitor, 'GET', '/api/auth/login')

  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST'])
})

test('text of users cannot become markup or script', async () => {
  const name = '</script><img src=x onerror=alert(1)>'
  await insertTestScript(app, { author, name, tags: ['<b>bold</b>'] })

  const page = await app.request(visitor, 'GET', '/scripts')

  expect(page.body).toContain('&lt;/script&gt;&lt;img')
  expect(page.body).not.toContain('<img src=x')
  expect(page.body).not.toContain('<b>bold')
})

test('the policy has the hash of the one inline script and no other source', async () => {
  const page = await app.request(visitor, 'GET', '/')
  const policy = page.headers.get('content-security-policy') ?? ''
  const inline = [...String(page.body).matchAll(/<script data-fonts[^>]*>(.+?)<\/script>/gs)].map(
    ([, text = '']) => text,
  )
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

  expect(hashes).toHaveLength(1)
  expect(policy).toContain(`script-src 'self' ${hashes[0]};`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(page.body).not.toMatch(/ on\w+="/)
})

test('the partners are in the HTML of the home page, without placeholders', async () => {
  await app.db.execute(sql`
    insert into partners (name, logo_url, website_url, discord_url, is_placeholder) values
      ('Harbour Hosting', 'https://logos.example/a.png', 'https://a.example', 'https://d.example', false),
      ('Placeholder', 'https://logos.example/b.png', 'https://b.example', 'https://d.example', true)`)
  app.app.cache.invalidateTags(['partners'])

  const page = await app.request(visitor, 'GET', '/')

  const [markup] = String(page.body).split('<script type="application/json"')
  expect(markup).toMatch(/<section id="partners".*Harbour Hosting/s)
  expect(markup).toContain('Join the community')
  expect(markup).not.toContain('Placeholder')
})

test('all files that a page loads exist, are compressed and immutable', async () => {
  const page = await app.request(visitor, 'GET', '/')
  const files = [...String(page.body).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  )

  expect(files.length).toBeGreaterThan(4)
  for (const file of files) {
    const response = await app.request(visitor, 'GET', file, undefined, { 'accept-encoding': 'br' })
    expect([file, response.status]).toEqual([file, 200])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe(file.endsWith('.woff2') ? null : 'br')
  }
})

test('the entry file starts with the V8 hint for eager compilation', async () => {
  const page = await app.request(visitor, 'GET', '/')
  const [, entry = ''] = /<script type="module" src="([^"]+)"/.exec(String(page.body)) ?? []

  expect(String((await app.request(visitor, 'GET', entry)).body)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

test.each(['/assets/..%2f.vite%2fmanifest.json', '/assets/.vite/manifest.json', '/assets/nothing.js'])(
  '%s is not a client file',
  async (path) => expect((await app.request(visitor, 'GET', path)).status).toBe(404),
)

test('robots.txt excludes the API', async () => {
  const response = await app.request(visitor, 'GET', '/robots.txt')

  expect(response.body).toContain('Disallow: /api/')
})

test('a page without part of its data has status 503 and is not cached', async () => {
  await app.db.execute(sql`alter table site_totals rename to site_totals_away`)
  app.app.cache.clear()
  const broken = await app.request(visitor, 'GET', '/')
  await app.db.execute(sql`alter table site_totals_away rename to site_totals`)
  const complete = await app.request(visitor, 'GET', '/')

  expect(broken.status).toBe(503)
  expect(broken.body).toContain('Latest Scripts')
  expect(complete.status).toBe(200)
})

test.each([
  ['/favicon.ico', 'image/x-icon'],
  ['/favicon.svg', 'image/svg+xml'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/icon-192.png', 'image/png'],
  ['/icon-512.png', 'image/png'],
  ['/share.png', 'image/png'],
])('the site has %s', async (path, type) => {
  const file = await app.request(visitor, 'GET', path)

  expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
})

test('the manifest has the name of the site and its icons, and pages link to it', async () => {
  const named = await startTestApp({
    config: { pinnedSettings: { siteName: 'Night City', tagline: 'Scripts for FiveM' } },
  })

  const manifest = await named.request(visitor, 'GET', '/manifest.webmanifest')
  const page = await named.request(visitor, 'GET', '/')

  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  const { name, description, icons } = JSON.parse(manifest.body)
  expect({ name, description }).toEqual({ name: 'Night City', description: 'Scripts for FiveM' })
  for (const { src } of icons) expect((await named.request(visitor, 'GET', src)).status).toBe(200)
  expect(page.body).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  expect(page.body).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png">')
  expect(page.body).toContain('<link rel="icon" href="/favicon.ico" sizes="32x32">')
})

test('security.txt names a contact and expires within a year', async () => {
  const contact = 'mailto:security@hub.example'
  const configured = await startTestApp({ config: { securityContact: contact } })

  const file = await configured.request(visitor, 'GET', '/.well-known/security.txt')

  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(file.body).toContain(`Contact: ${contact}\n`)
  expect(file.body).toContain('Canonical: https://hub.example/.well-known/security.txt\n')
  const [, expires = ''] = /^Expires: (.+)$/m.exec(file.body) ?? []
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(100)
  expect(days).toBeLessThan(365)
})

test('/.well-known/change-password leads to the page that changes the password', async () => {
  const response = await app.request(visitor, 'GET', '/.well-known/change-password')

  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/profile/settings?tab=password')
})

test.each(['/', '/scripts', '/user/user1'])('%s has a share image with size and text', async (path) => {
  const page = await app.request(visitor, 'GET', path)

  const meta = (property: string) =>
    new RegExp(`property="${property}" content="([^"]+)"`).exec(page.body)?.[1]
  expect(meta('og:image')).toBe('https://hub.example/share.png')
  expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
  expect(meta('og:image:alt')).toBe('The logo of Scripthaven')
})

test('the avatar of an author is the share image of the profile', async () => {
  const user = await app.createUser()
  await app.db.execute(sql`update users set avatar = 'avatars/abc-256.webp' where id = ${user.id}`)

  const page = await app.request(visitor, 'GET', `/user/${user.username}`)

  expect(page.body).toContain('property="og:image" content="https://hub.example/files/avatars/abc-256.webp"')
  expect(page.body).toContain('property="og:image:width" content="256"')
  expect(page.body).toContain(`property="og:image:alt" content="The avatar of ${user.username}"`)
})

test('a card shows the avatar, the update and the likes, and a title of two lines at most', async () => {
  await app.db.execute(sql`update users set avatar = 'avatars/garage.webp' where id = ${author.id}`)
  const id = await insertTestScript(app, { author, name: 'Updated Garage', category: 'Jobs' })
  await app.db.execute(sql`update scripts set updated_at = '2026-03-04T12:00:00Z' where id = ${id}`)

  const html = String((await app.request(visitor, 'GET', '/scripts?category=Jobs&sort=updated')).body)

  expect(html).toMatch(
    /<time datetime="2026-03-04T12:00:00\.000Z">Updated(?:<!-- -->)? (?:<!-- -->)?4 Mar 2026<\/time>/i,
  )
  expect(String((await app.request(visitor, 'GET', '/scripts?category=Jobs')).body)).toMatch(
    /<time datetime="[^"]+">Added/i,
  )
  expect(html).toContain('title="0 likes"')
  expect(html).toMatch(/<img [^>]*src="[^"]*garage/)
  expect((await app.request(visitor, 'GET', `/scripts/${id}`)).body).toMatch(
    /Updated <time datetime="2026-03-04T12:00:00\.000Z">4 Mar 2026<\/time>/i,
  )
  const [, title = ''] = new RegExp(`<h2 class="([^"]+)"><a[^>]* href="/scripts/${id}"`).exec(html) ?? []
  const sheets = [...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, file = '']) => file)
  const css = await Promise.all(sheets.map((file) => app.request(visitor, 'GET', file)))
  expect(title).not.toBe('')
  expect(css.map(({ body }) => String(body)).join('')).toMatch(
    new RegExp(String.raw`\.(?:${title.replaceAll(' ', '|')})\{[^}]*-webkit-line-clamp:2\b`),
  )
})

test.each(['/admin', '/admin/users', '/scripts', '/'])('%s has one main landmark', async (path) => {
  const html = String((await app.request(visitor, 'GET', path)).body)

  expect(html.match(/<main\b/g)).toHaveLength(1)
  expect(html.match(/role="main"/g)).toBeNull()
})

test('the form for a new script is not indexed', async () => {
  const page = await app.request(visitor, 'GET', '/submit')

  expect(page.body).toContain('name="robots" content="noindex"')
})

test('the tagline names the game on the home page; without one there is none', async () => {
  const tagline = 'Free scripts for FiveM servers'
  const named = await startTestApp({ config: { pinnedSettings: { tagline } } })

  const page = await named.request(visitor, 'GET', '/')
  const plain = await app.request(visitor, 'GET', '/')

  expect(page.body).toContain(`<title>Scripthaven: ${tagline}</title>`)
  expect(page.body).toMatch(new RegExp(`<p[^>]*>${tagline}</p><h1`))
  expect(plain.body).toMatch(/<div><h1/)
})
