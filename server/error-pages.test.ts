import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'

import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a rate-limited navigation gets an error page with a retry time; calls and files get JSON', async () => {
  const app = await startTestApp({ config: { rateLimits: true } })
  await Promise.all(Array.from({ length: 301 }, () => app.request(null, 'GET', '/api/categories')))
  const navigate = (path: string, method = 'GET', headers: Record<string, string> = browser) =>
    fetch(new URL(path, app.url), { method, headers })

  const page = await navigate('/scripts?q=%3Cscript%3E')
  const text = await page.text()

  expect(page.status).toBe(429)
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-request-id': expect.stringMatching(/^\w+-\w+$/),
  })
  expect(text).toMatch(/<p>Too many requests\. Please try again in \d+ seconds?\./)
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(text) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(text).not.toMatch(/<script|src=|http/i)

  const head = await navigate('/scripts', 'HEAD')
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    429,
    'text/html; charset=utf-8',
    '',
  ])
  for (const other of [
    await navigate('/api/scripts'),
    await navigate('/scripts', 'GET', { accept: '*/*' }),
  ]) {
    expect(other.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(other.headers.get('content-security-policy')).toContain('sandbox')
    expect(await other.json()).toMatchObject({ code: 'rate_limited' })
  }
})

test('a navigation during shutdown gets an error page', async () => {
  const app = await startTestApp({ timeouts: { shutdownGrace: 60_000 } })
  const { hostname, port } = new URL(app.url)
  const client = connect(Number(port), hostname)
  client.setEncoding('utf8')
  client.write('GET /api/categories HTTP/1.1\r\nhost: hub\r\n\r\n')
  await once(client, 'data')
  const closed = app.close()
  await expect.poll(() => app.request(null, 'GET', '/api/health/live').catch(() => 'closed')).toBe('closed')

  client.write(`GET /scripts HTTP/1.1\r\nhost: hub\r\naccept: ${browser.accept}\r\n\r\n`)
  const [response] = await once(client, 'data')

  expect(response).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 2\r\n[^]*content-type: text\/html/)
  expect(response).toContain('<p>The site is restarting. Please try again in a moment.</p>')
  await closed
})
