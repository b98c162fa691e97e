import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

const hub = await startTestHub()

test('a hub whose parts work says so', async () => {
  const answer = await hub.as(null, 'GET', '/api/health')

  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ status: 'ok', database: 'ok', storage: 'ok' })
})

test('an unknown path and a wrong method are refused in the form of the contract', async () => {
  const unknown = await hub.as(null, 'GET', '/api/nothing')
  const wrong = await hub.as(null, 'DELETE', '/api/stats')

  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(wrong.headers.get('allow')).toBe('GET')
})

test('a stored answer is sent once: its ETag gets 304', async () => {
  const first = await hub.as(null, 'GET', '/api/categories')
  const etag = first.headers.get('etag') ?? ''
  const again = await hub.as(null, 'GET', '/api/categories', undefined, { 'if-none-match': etag })

  expect(first.body).toHaveLength(8)
  expect(again.status).toBe(304)
})
