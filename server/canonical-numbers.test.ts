import { expect, test } from 'vitest'
import { z } from 'zod/mini'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'

import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createOwner()
const form = await scriptForm({ name: 'Numbered' })
const { body: script } = await app.request(owner, 'POST', '/api/scripts', form)

/** Texts that `Number` reads as 1. */
const spellings = ['0x1', '0b1', '%201', '1%20', '+1', '01', '1.0', '1e0', '%0A1']

const endpoints = Object.values(api).flatMap((feature): Endpoint[] => Object.values(feature))
const numbersOf = (schema: z.ZodMiniType | undefined): string[] => {
  const { properties = {} } = schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {}
  return Object.entries(properties)
    .filter(([, field]) => typeof field === 'object' && ['integer', 'number'].includes(String(field.type)))
    .map(([name]) => name)
}

const inPaths = endpoints.flatMap((endpoint) =>
  numbersOf(endpoint.params).map((name) => [`${endpoint.method} ${endpoint.path}`, name, endpoint] as const),
)
const inQueries = endpoints.flatMap((endpoint) =>
  numbersOf(endpoint.query).map((name) => [`${endpoint.method} ${endpoint.path}`, name, endpoint] as const),
)

test('the contract has numbers in paths and queries', () => {
  expect([inPaths.length > 60, inQueries.length > 30]).toEqual([true, true])
})

test.each(inPaths)('%s finds nothing by another spelling of %s', async (_, name, { method, path, files }) => {
  for (const spelling of spellings) {
    const url = path.replace(`:${name}`, spelling).replaceAll(/:\w+/g, '1')
    const [body, type] = files
      ? ['--end--\r\n', 'multipart/form-data; boundary=end']
      : ['{}', 'application/json']

    const response =
      method === 'GET'
        ? await app.request(owner, method, url)
        : await app.request(owner, method, url, body, { 'content-type': type })

    expect([url, response.status, response.body.code]).toEqual([url, 404, 'not_found'])
  }
})

test.each(inQueries)('%s rejects another spelling of %s', async (_, name, { method, path }) => {
  for (const spelling of spellings) {
    const url = `${path.replaceAll(/:\w+/g, '1')}?${name}=${spelling.replace('+', '%2B')}`

    const { status, body } = await app.request(owner, method, url)

    expect([url, status, body.code]).toEqual([url, 400, 'validation'])
    expect(body.fields).toHaveProperty(name)
  }
})

test.each([`/files/content/%20${script.versionId}/0`, `/files/content/${script.versionId}/0x0`])(
  '%s names no file',
  async (path) => {
    expect((await app.request(owner, 'GET', path)).status).toBe(404)
  },
)

test.each([
  ['a path of more than 4,096 characters', `path=${'a'.repeat(4_097)}`, 'path'],
  ['a limit beyond all archives', 'limit=100001', 'limit'],
  ['a limit of no files', 'limit=0', 'limit'],
])('the files of a version with %s are rejected', async (_, query, field) => {
  const { status, body } = await app.request(owner, 'GET', `/api/versions/${script.versionId}/files?${query}`)

  expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
})
