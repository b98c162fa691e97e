import { expect } from '@playwright/test'

import { test } from './fixtures.ts'
import { uniqueName, registerUploader, submitScript, type RegisteredUser } from './users.ts'
import { readPage, visibleText } from './read-page.ts'

test.describe.configure({ mode: 'default' })

const description = 'Boats, berths and a harbour master who charges for every night.'
let author: RegisteredUser
let script: { id: number; name: string }

test.beforeAll('a script to render', async () => {
  author = await registerUploader()
  const name = `Marina ${uniqueName('x')}`
  script = await submitScript(author, { name, description, tags: ['boats', 'harbour'] })
})

test('the HTML of the homepage contains its latest scripts, totals and categories', async ({ request }) => {
  const page = await readPage(request, '/')
  const text = visibleText(page.html)

  expect(page.status).toBe(200)
  expect(page.title).toBe('Scripthaven: free game-server scripts, maps and vehicles')
  expect(text).toContain('Latest Scripts')
  expect(text).toContain('Scripts shared')
  for (const category of ['Mapping', 'Housing', 'Weapons']) expect(text).toContain(category)
  expect(page.html).toMatch(/<article[^>]*>/)
  expect(page.links['canonical']).toBe(new URL('/', page.url).href)
})

test('the HTML of the list contains its scripts, and its metadata names the filters', async ({
  request,
  baseURL,
}) => {
  const page = await readPage(request, `/scripts?q=${encodeURIComponent(script.name)}`)
  expect(visibleText(page.html)).toContain(script.name)
  expect(visibleText(page.html)).toContain(description)
  expect(page.html).toContain(`href="/scripts/${script.id}"`)
  expect(page.meta['robots']).toBe('noindex')

  const category = await readPage(request, '/scripts?sort=views&category=Cars')
  expect(category.title).toBe('Cars · Scripthaven')
  expect(category.meta['description']).toContain('scripts in Cars')
  expect(category.meta['robots']).toBeUndefined()
  expect(category.links['canonical']).toBe(`${baseURL}/scripts?category=Cars`)
})

test('the HTML of an empty list offers to remove its filters', async ({ request }) => {
  const page = await readPage(request, `/scripts?q=${uniqueName('nothing')}&category=Cars`)

  expect(visibleText(page.html)).toContain('No scripts found')
  expect(visibleText(page.html)).toContain('Remove “Cars”')
})

test('the HTML of a script contains its texts and the metadata for share cards', async ({
  request,
  baseURL,
}) => {
  const page = await readPage(request, `/scripts/${script.id}`)
  const text = visibleText(page.html)

  expect(page.status).toBe(200)
  expect(page.title).toBe(`${script.name} · Scripthaven`)
  for (const shown of [
    script.name,
    description,
    author.username,
    'boats',
    '1.2.0',
    'Scripts are not verified',
  ])
    expect(text).toContain(shown)
  expect(page.links['canonical']).toBe(`${baseURL}/scripts/${script.id}`)
  expect(page.meta).toMatchObject({
    description,
    'og:title': script.name,
    'og:description': description,
    'og:type': 'article',
    'og:url': `${baseURL}/scripts/${script.id}`,
    'og:site_name': 'Scripthaven',
    'twitter:card': 'summary_large_image',
    'twitter:title': script.name,
  })
  const image = await request.get(page.meta['og:image'] ?? '')
  expect(image.headers()['content-type']).toMatch(/^image\//)
})

test('a script has structured data', async ({ request, baseURL }) => {
  const page = await readPage(request, `/scripts/${script.id}`)

  expect(page.data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: script.name,
    description,
    url: `${baseURL}/scripts/${script.id}`,
    author: { '@type': 'Person', name: author.username, url: `${baseURL}/user/${author.username}` },
    softwareVersion: '1.2.0',
    keywords: 'boats, harbour',
    isAccessibleForFree: true,
  })
})

test('no text of a user breaks out of the page, its head or its data', async ({ request, page }) => {
  const name = `</script><script>alert(1)</script> ${uniqueName('x')}`
  const dangerous = `"><img src=x onerror=alert(1)> \u2028\u2029 <!-- <script> </title> & {{text}} --> \${text}`
  const made = await submitScript(author, { name, description: dangerous, tags: ['</style><b>'] })

  const read = await readPage(request, `/scripts/${made.id}`)
  expect(read.html).not.toContain('<script>alert')
  expect(read.html).not.toContain('<img src=x')
  expect(read.state).toMatchObject({
    queries: expect.arrayContaining([
      expect.objectContaining({ data: expect.objectContaining({ name, description: dangerous }) }),
    ]),
  })
  expect(read.stateText).not.toMatch(/[<>&\u2028\u2029]/)
  expect(read.data).toMatchObject({ name, description: dangerous })

  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  for (const path of [`/scripts/${made.id}`, `/scripts?author=${author.username}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name }).first()).toBeVisible()
  }
  expect(await page.getByRole('main').locator('script, img[src=x]').count()).toBe(0)
  expect(alerts).toEqual([])
})

test('every page has a title, a description and a canonical URL; personal pages are not indexed', async ({
  request,
  baseURL,
}) => {
  const titles = new Set<string>()
  for (const path of ['/', '/scripts', `/scripts/${script.id}`, '/submit', `/scripts/${script.id}/edit`]) {
    const page = await readPage(request, path)
    titles.add(page.title)
    expect(page.meta['description']?.length).toBeGreaterThan(20)
    expect(page.meta['og:title']).toBeTruthy()
    expect(page.html.match(/<h1[ >]/g)).toHaveLength(1)
    if (path === '/submit' || path.endsWith('/edit')) expect(page.meta['robots']).toBe('noindex')
    else expect(page.links['canonical']).toBe(`${baseURL}${path}`)
  }
  expect(titles.size).toBe(5)
})

test('an unknown page responds 404 with a message and is not indexed', async ({ request }) => {
  for (const [path, heading] of [
    ['/nothing-here', 'Page Not Found'],
    ['/scripts/999999', 'Script Not Found'],
    ['/scripts/abc', 'Script Not Found'],
  ] as const) {
    const page = await readPage(request, path)
    expect(page.status).toBe(404)
    expect(visibleText(page.html)).toContain(heading)
    expect(page.title).toBe(`${heading} · Scripthaven`)
    expect(page.meta['robots']).toBe('noindex')
    expect(page.links['canonical']).toBeUndefined()
  }
})

test('a conditional request for an unchanged page responds 304', async ({ request }) => {
  const first = await request.get(`/scripts/${script.id}`)
  const etag = first.headers()['etag'] ?? ''
  expect(etag).not.toBe('')

  const again = await request.get(`/scripts/${script.id}`, { headers: { 'if-none-match': etag } })

  expect(again.status()).toBe(304)
  expect(await again.body()).toHaveLength(0)
})

test('the HTML of a script shows a change at once', async ({ request }) => {
  const made = await submitScript(author)
  const list = `/scripts?author=${author.username}`
  for (const path of [`/scripts/${made.id}`, list]) await readPage(request, path)
  const name = `Renamed ${uniqueName('x')}`
  const headers = { authorization: `Bearer ${author.token}` }
  const edited = await request.put(`/api/scripts/${made.id}`, { headers, multipart: { name } })
  expect(edited.status()).toBe(200)

  expect((await readPage(request, `/scripts/${made.id}`)).title).toBe(`${name} · Scripthaven`)
  expect(visibleText((await readPage(request, list)).html)).toContain(name)
})
