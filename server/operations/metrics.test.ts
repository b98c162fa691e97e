import { request as openRequest } from 'node:http'

import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp({ config: { metricsToken: 'a token for the collector' }, runsJobs: true })
const withoutToken = await startTestApp()
const read = (token: string) =>
  app.request(null, 'GET', '/metrics', undefined, { authorization: `Bearer ${token}` })

test('without the token, or if none is configured, the metrics do not exist', async () => {
  expect((await app.request(null, 'GET', '/metrics')).status).toBe(404)
  expect((await read('another token')).status).toBe(404)
  expect(
    (await withoutToken.request(null, 'GET', '/metrics', undefined, { authorization: 'Bearer undefined' }))
      .status,
  ).toBe(404)
  expect(
    (await withoutToken.request(null, 'GET', '/metrics', undefined, { authorization: 'Bearer ' })).status,
  ).toBe(404)
})

test('an upload whose client closes the connection counts as 499', async () => {
  const author = await app.createUser('scripts.upload')
  const { body: upload } = await app.request(author, 'POST', '/api/scripts/upload-url', {
    fileName: 'towing.zip',
    fileSize: 1000,
  })
  const client = openRequest(new URL(upload.uploadUrl, app.url), {
    method: 'PUT',
    headers: { 'content-length': 1000 },
  })
  client.on('error', () => undefined)
  client.write(Buffer.alloc(10))
  await expect
    .poll(async () => (await read('a token for the collector')).body)
    .toContain('uploads_in_progress 1')

  client.destroy()

  await expect
    .poll(async () => (await read('a token for the collector')).body)
    .toContain('scripthaven_requests_total{method="PUT",route="/files/upload/:token",status="499"} 1')
})

test('the metrics cover requests by route, the cache, the pool, jobs and the process', async () => {
  // Its own app: the counts start at zero when the test is retried.
  const fresh = await startTestApp({ config: { metricsToken: 'a token for the collector' }, runsJobs: true })
  for (let count = 0; count < 3; count++) await fresh.request(null, 'GET', '/api/categories')
  await fresh.request(null, 'GET', '/api/scripts/4711')
  await fresh.request(null, 'GET', '/api/no/such/call')
  await fresh.request(null, 'GET', '/faq')

  const { status, body, headers } = await fresh.request(null, 'GET', '/metrics', undefined, {
    authorization: 'Bearer a token for the collector',
  })

  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  for (const line of [
    'scripthaven_requests_total{method="GET",route="/api/categories",status="200"} 1',
    'scripthaven_requests_total{method="GET",route="/api/scripts/:id",status="404"} 1',
    'scripthaven_requests_total{method="GET",route="unmatched",status="404"} 1',
    'scripthaven_request_duration_seconds_count{method="GET",route="/api/categories"} 1',
    'scripthaven_cache_hits_total{status="200"} 2',
    'scripthaven_pool_waiting 0',
    'scripthaven_uploads_in_progress 0',
  ])
    expect(body).toContain(line)
  for (const name of ['cache_bytes', 'pool_in_use', 'jobs_waiting'])
    expect(body).toMatch(new RegExp(`^scripthaven_${name} \\d+$`, 'm'))
  const utilization = Number(/^scripthaven_page_thread_utilization (\S+)$/m.exec(body)?.[1])
  expect(utilization).toBeGreaterThanOrEqual(0)
  expect(utilization).toBeLessThanOrEqual(1)
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(body).toContain('process_resident_memory_bytes')
})
