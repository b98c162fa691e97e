import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const manager = await app.createUser('admin.system.access', 'admin.settings')
const visitor = null
const read = async (path: string) => app.request(visitor, 'GET', path)

test('an unknown page has no text', async () => {
  expect((await read('/api/pages/terms')).status).toBe(404)
})

test.each([
  ['about', 'aboutText'],
  ['support', 'supportText'],
])('/%s shows what the operator wrote, and the placeholder while that is empty', async (page, field) => {
  expect((await read(`/api/pages/${page}`)).body).toEqual({ text: [] })
  expect((await read(`/${page}`)).body).toContain('Coming Soon</h1>')

  await app.request(manager, 'PUT', '/api/settings', {
    [field]: '# Who we are\n\nA **small** team. <script>alert(1)</script> [Bad](javascript:alert(1))',
  })

  expect((await read(`/api/pages/${page}`)).body.text[0]).toEqual({ tag: 'h3', children: ['Who we are'] })
  const { body } = await read(`/${page}`)
  expect(body).toContain('<h2>Who we are</h2>')
  expect(body).toContain('<strong>small</strong>')
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).not.toContain('href="javascript')
  expect(body).toMatch(/<meta[^>]*name="description"[^>]*content="Who we are A small team/)
  expect(body).not.toContain('Coming Soon')

  await app.request(manager, 'PUT', '/api/settings', { [field]: '' })
  expect((await read(`/${page}`)).body).toContain('Coming Soon</h1>')
})
