import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { ErrorReply, statusOfCode } from '#contract/platform/errors.ts'
import { limitPolicies } from '#platform/rate-limits/policies.ts'
import { httpRoutes } from '#server/routes.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { isObject, type Json } from './error-responses.ts'

const app = await startTestApp()
const { body: document } = await app.request(null, 'GET', '/api/openapi.json')

const endpoints: Endpoint[] = Object.values(api).flatMap((calls) => Object.values(calls))

function operationOf({ path, method }: Pick<Endpoint, 'path' | 'method'>) {
  return document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

const securityOf = (endpoint: Endpoint) => operationOf(endpoint).security

test('describes every call of the contract with its access, rate limit and errors', () => {
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint)
    expect(endpoint.summary, 'a title without a full stop').toMatch(/^.{1,60}[^.]$/)
    const { calls, perSeconds } =
      limitPolicies[endpoint.limit ?? (endpoint.method === 'GET' ? 'read' : 'write')]
    expect(operation, `${endpoint.method} ${endpoint.path}`).toMatchObject({
      summary: endpoint.summary,
      'x-access': endpoint.access,
      'x-rate-limit': { calls, perSeconds },
      responses: { [endpoint.status ?? 200]: {}, 429: {}, 500: {}, 503: {} },
    })
    expect(operation.description).toMatch(/Rate limit: \d+ requests/)
  }
  expect(operationOf(api.scripts.submit).description).toContain(
    'Rate limit: 30 requests an hour, for each user, or for each IP address without a token. A rejected request counts as 0.25.',
  )
  expect(document).toMatchObject({ openapi: '3.1.0', info: { license: { identifier: 'MIT' } } })
})

test('describes every route of files outside of the contract', () => {
  const files = httpRoutes.filter(({ path }) => path.startsWith('/files/'))

  expect(files.length).toBeGreaterThan(8)
  for (const { path, method } of files)
    expect(document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase())
})

test('requires a token with the permission of the call, makes it optional where it only changes the response', () => {
  expect(securityOf(api.scripts.submit)).toEqual([{ token: ['scripts.upload'] }])
  expect(securityOf(api.activities.recent)).toEqual([
    { token: ['admin.activities.view'] },
    { token: ['admin.dashboard.view'] },
  ])
  expect(securityOf(api.account.profile)).toEqual([{ token: [] }])
  expect(securityOf(api.scripts.likeStatus)).toEqual([{}, { token: [] }])
  expect(securityOf(api.scripts.get)).toEqual([{}, { token: [] }])
  expect(securityOf(api.categories.list)).toEqual([])
  for (const endpoint of endpoints.filter(({ access }) => access === 'anyone'))
    expect(securityOf(endpoint)).toEqual(endpoint.usesToken ? [{}, { token: [] }] : [])
})

test('a submission requires its texts and its images, describes its fields and takes an Idempotency-Key', () => {
  const { requestBody, parameters } = operationOf(api.scripts.submit)
  const { schema, encoding } = requestBody.content['multipart/form-data']

  expect(schema.required).toEqual(['name', 'description', 'script_status', 'category', 'images'])
  expect(schema.properties.name.description).toBe('3 to 100 characters.')
  expect(schema.properties.version.description).toBe('At most 20 characters.')
  expect(schema.properties.tags.description).toBe('JSON text: a list of tags.')
  expect(schema.properties.images).toMatchObject({ type: 'array', minItems: 1, maxItems: 5 })
  expect(encoding.images.contentType).toContain('image/webp')
  expect(parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }])
})

test.each([
  ['a cached call', '/api/categories', true],
  ['a call that is polled', '/api/notifications', true],
  ['a call that is computed for each request', '/api/users/me', false],
])('%s documents its ETag and its 304 response if it has them', async (_, path, isCached) => {
  const member = await app.createUser()
  const response = await app.request(member, 'GET', path)
  const etag = response.headers.get('etag')
  const { parameters, responses } = document.paths[path].get

  expect(etag !== null).toBe(isCached)
  expect('304' in responses).toBe(isCached)
  expect('ETag' in (responses[200].headers ?? {})).toBe(isCached)
  expect(parameters.length > 0).toBe(isCached)
  const again = await app.request(member, 'GET', path, undefined, { 'if-none-match': etag ?? '' })
  expect(again.status).toBe(isCached ? 304 : 200)
})

test('every object of more than one call is one named component', () => {
  const inlined: string[] = []
  const count = new Map<string, number>()
  visit({ paths: document.paths, schemas: document.components.schemas }, (value) => {
    const { type, properties } = value
    if (type !== 'object' || !isObject(properties) || Object.keys(properties).length < 2) return
    const text = JSON.stringify(value)
    count.set(text, (count.get(text) ?? 0) + 1)
    if (count.get(text) === 2) inlined.push(text)
  })

  expect(inlined).toEqual([])
  expect(document.components.schemas).toHaveProperty('Script')
  expect(operationOf(api.scripts.get).responses[200].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Script',
  })
})

test('times have the format of a time', () => {
  const { Script, BanInfo, PublicProfile, Activity } = document.components.schemas

  for (const time of [
    Script.properties.createdAt,
    PublicProfile.properties.joinDate,
    Activity.properties.created_at,
  ])
    expect(time).toMatchObject({ type: 'string', format: 'date-time' })
  expect(BanInfo.properties.expires_at).toMatchObject({ type: ['string', 'null'], format: 'date-time' })
})

test('every example is valid by its own schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const wrong: unknown[] = []
  let seen = 0
  visit(document.components.schemas, ({ examples, ...schema }) => {
    if (!Array.isArray(examples)) return
    seen += 1
    const validate = ajv.compile(schema)
    for (const example of examples) if (!validate(example)) wrong.push([example, schema])
  })

  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(200)
})

test('an error has the form of the contract and an example of each of its codes', () => {
  const { responses } = operationOf(api.scripts.submit)
  for (const [code, { value }] of Object.entries<{ value: unknown }>(document.components.examples))
    expect(ErrorReply.parse(value)).toMatchObject({ code })

  const described = Object.entries<{ $ref: string }>(responses).filter(([status]) => Number(status) >= 400)
  expect(described.map(([status]) => status)).toEqual([
    '400',
    '401',
    '403',
    '409',
    '413',
    '415',
    '429',
    '500',
    '503',
  ])
  for (const [status, { $ref }] of described) {
    const { content } = document.components.responses[$ref.replace('#/components/responses/', '')]
    const { schema, examples } = content['application/json']
    expect(schema).toEqual({ $ref: '#/components/schemas/ErrorReply' })
    for (const code of Object.keys(examples)) expect(statusOfCode).toHaveProperty(code, Number(status))
  }
  expect(document.components.responses.RateLimited.headers).toHaveProperty('Retry-After')
})

function visit(value: unknown, see: (schema: Json) => void): void {
  if (isObject(value)) see(value)
  for (const part of typeof value === 'object' && value ? Object.values(value) : []) visit(part, see)
}
