import { expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import { startTestHub } from '#server/testing.ts'

const hub = await startTestHub()

test('the OpenAPI document describes every call of the contract, with who may make it', async () => {
  const { body } = await hub.as(null, 'GET', '/api/openapi.json')

  for (const endpoint of Object.values(api).flatMap((calls) => Object.values(calls))) {
    const described = body.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    expect(described, `${endpoint.method} ${endpoint.path}`).toMatchObject({
      summary: endpoint.summary,
      'x-access': endpoint.access,
    })
  }
  expect(body.openapi).toBe('3.1.0')
})

test('the readable page lists every path and runs no script', async () => {
  const page = await hub.as(null, 'GET', '/api/docs')

  for (const endpoint of Object.values(api).flatMap((calls) => Object.values(calls)))
    expect(page.body).toContain(endpoint.path)
  expect(page.body).not.toContain('<script')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})
