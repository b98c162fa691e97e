import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

const hub = await startTestHub({ config: { metricsToken: 'a token for the collector' }, runsJobs: true })
const closed = await startTestHub()
const ask = (token: string) =>
  hub.as(null, 'GET', '/metrics', undefined, { authorization: `Bearer ${token}` })

test('without the token, or on a hub that has none, there is nothing', async () => {
  expect((await hub.as(null, 'GET', '/metrics')).status).toBe(404)
  expect((await ask('another token')).status).toBe(404)
  expect(
    (await closed.as(null, 'GET', '/metrics', undefined, { authorization: 'Bearer undefined' })).status,
  ).toBe(404)
  expect((await closed.as(null, 'GET', '/metrics', undefined, { authorization: 'Bearer ' })).status).toBe(404)
})

test('the collector reads requests by the template of their route, the cache, the pool, jobs and the process', async () => {
  for (let round = 0; round < 3; round++) await hub.as(null, 'GET', '/api/categories')
  await hub.as(null, 'GET', '/api/scripts/4711')
  await hub.as(null, 'GET', '/api/no/such/call')
  await hub.as(null, 'GET', '/faq')

  const { status, body, headers } = await ask('a token for the collector')

  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  for (const line of [
    'scripthaven_requests_total{method="GET",route="/api/categories",status="200"} 1',
    'scripthaven_requests_total{method="GET",route="/api/scripts/:id",status="404"} 1',
    'scripthaven_requests_total{method="GET",route="/*",status="404"} 1',
    'scripthaven_request_duration_seconds_count{method="GET",route="/api/categories"} 1',
    'scripthaven_cache_hits_total{status="200"} 2',
    'scripthaven_pool_waiting 0',
    'scripthaven_uploads_in_progress 0',
  ])
    expect(body).toContain(line)
  for (const name of ['cache_bytes', 'pool_in_use', 'jobs_waiting'])
    expect(body).toMatch(new RegExp(`^scripthaven_${name} \\d+$`, 'm'))
  expect(body).toMatch(/^scripthaven_page_thread_utilization 0\.\d+$/m)
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(body).toContain('process_resident_memory_bytes')
})
