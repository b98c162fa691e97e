import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()

test('a file that the pages do not use is not found', async () => {
  for (const name of ['package.json', 'viewer.ts', '..%2fviewer-files.ts', 'swagger-ui-bundle.js.map'])
    expect(await app.request(null, 'GET', `/api/docs/${name}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
})

test.each([
  ['/api/docs', "connect-src 'self'", 'trusted-types dompurify'],
  ['/api/guide', "img-src 'self'", "trusted-types 'none'"],
])('%s is not indexed, allows nothing inline and no other origin', async (path, ...directives) => {
  const { status, headers, body } = await app.request(null, 'GET', path)

  const policy = headers.get('content-security-policy')?.split('; ')
  expect(status).toBe(200)
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      ...directives,
    ]),
  )
  expect(policy?.join('; ')).not.toMatch(/unsafe|https?:|\*/)
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(body).not.toMatch(/<script>|<style| style=|<(script|link|img)[^>]*="https?:/)
})

test('every file of the pages is served with its type, compressed and cached by its ETag', async () => {
  const pages = await Promise.all(['/api/docs', '/api/guide'].map((path) => app.request(null, 'GET', path)))
  const files = new Set(
    pages.flatMap(({ body }) => [...body.matchAll(/"(\/api\/docs\/[^"]+)"/g)].map(([, path]) => path)),
  )

  expect(files.size).toBe(6)
  for (const file of files) {
    const url = new URL(file, app.url)
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(url, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
    expect(response.headers.get('content-type')).toBe(
      `text/${file.endsWith('.js') ? 'javascript' : 'css'}; charset=utf-8`,
    )
    expect(again.status).toBe(304)
  }
})

test('the guide is docs/api.md and links no file that the server does not serve', async () => {
  const { body } = await app.request(null, 'GET', '/api/guide')

  expect(body).toContain('<h2>Submitting a script</h2>')
  expect(body).toContain('<td><code>unauthenticated</code></td>')
  expect([...body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/favicon.svg',
    '/api/docs/pages.css',
    '/api/docs',
    'https://tus.io/protocols/resumable-upload',
  ])
})
