import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()

test('health is ok when the database and the storage work', async () => {
  const response = await app.request(null, 'GET', '/api/health')

  expect(response.status).toBe(200)
  expect(response.body).toMatchObject({ status: 'ok', database: 'ok', storage: 'ok' })
})

test('an unknown path and a wrong method get errors in the form of the contract', async () => {
  const unknown = await app.request(null, 'GET', '/api/nothing')
  const wrong = await app.request(null, 'DELETE', '/api/stats')

  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(wrong.headers.get('allow')).toBe('GET')
})

test('a cached response gets 304 for its ETag', async () => {
  const first = await app.request(null, 'GET', '/api/categories')
  const etag = first.headers.get('etag') ?? ''
  const again = await app.request(null, 'GET', '/api/categories', undefined, { 'if-none-match': etag })

  expect(first.body).toHaveLength(8)
  expect(again.status).toBe(304)
})
