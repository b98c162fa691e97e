import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { tokenScopes } from '#contract/scripts/tokens.ts'
import { bodyOf } from '#test-support/callers.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()

type Scope = (typeof tokenScopes)[number]

/** Every call that takes access tokens, handwritten and independent of the contract. All others take none. */
const table: Record<string, readonly Scope[]> = {
  'GET /api/tokens/current': ['read', 'download', 'publish'],
  'GET /api/scripts/:id/versions': ['read', 'publish'],
  'GET /api/versions/:id': ['read', 'publish'],
  'GET /api/versions/:id/report': ['read', 'publish'],
  'GET /api/versions/:id/files': ['read', 'publish'],
  'GET /api/versions/:id/install': ['read', 'publish'],
  'GET /api/account/collections': ['read'],
  'GET /api/collections/:id': ['read'],
  'GET /api/collections/:id/install': ['read'],
  'GET /api/collections/:id/files': ['read'],
  'POST /api/collections/:id/deploy': ['download'],
  'GET /api/scripts/:id/download': ['download'],
  'POST /api/scripts/:id/download': ['download'],
  'GET /api/versions/:id/download': ['download'],
  'POST /api/versions/:id/deploy': ['download'],
  'POST /api/scripts/upload-url': ['publish'],
  'POST /api/scripts/:id/versions': ['publish'],
}

const owner = await app.createOwner()
const calls = new Map<string, Endpoint>(
  Object.values(api)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)
/** Only its owner sees it. */
const script = await insertTestScript(app, { author: owner, publication: 'review' })
const version = await insertTestVersion(app, script)
await app.db.execute(sql`update script_versions set published_at = null`)
const { body: collection } = await app.request(owner, 'POST', '/api/collections', {
  title: 'Own',
  visibility: 'private',
})

const tokens = new Map<Scope, { token: string }>()
for (const scope of tokenScopes) {
  const draft = { name: scope, scopes: [scope], scripts: 'all', days: 30 }
  const { body } = await app.request(owner, 'POST', '/api/account/tokens', draft)
  tokens.set(scope, { token: body.token })
}

test('the calls that take tokens are those of the contract', () => {
  const declared = [...calls].flatMap(([name, { token }]) => (token ? [[name, token]] : []))
  expect(Object.fromEntries(declared)).toEqual(table)
})

/** The owner of the site may make every call, so only the scopes decide. */
test.each([...calls])('%s takes tokens with its scopes only', async (name, endpoint) => {
  const surprises: string[] = []
  for (const scope of tokenScopes) {
    const isTaken = table[name]?.includes(scope) ?? false
    const { status, error } = await callWith(tokens.get(scope) ?? null, name, endpoint)
    if (!isExpected(endpoint, { isTaken, status, error })) surprises.push(`${scope}: ${status} ${error}`)
  }
  expect(surprises).toEqual([])
})

type Outcome = { isTaken: boolean; status: number; error: string }

/** Calls for everyone that take tokens read what is not public. */
function isExpected({ access, token }: Endpoint, { isTaken, status, error }: Outcome): boolean {
  if (access === 'anyone') return token === undefined || status === (isTaken ? 200 : 404)
  return isTaken ? status !== 401 && status !== 403 : status === 403 && error.includes('access token')
}

test('calls for everyone that take no tokens respond as to a visitor', async () => {
  for (const path of [
    `/api/scripts/${script}`,
    `/api/scripts/${script}/related`,
    `/api/versions/${version}/changes`,
  ]) {
    expect((await app.request(owner, 'GET', path)).status).toBe(200)
    for (const token of tokens.values()) expect((await app.request(token, 'GET', path)).status).toBe(404)
  }
})

async function callWith(token: { token: string } | null, name: string, endpoint: Endpoint) {
  const path = endpoint.path
    .replace(/^(\/api\/versions\/):id/, `$1${version}`)
    .replace(/^(\/api\/scripts\/):id/, `$1${script}`)
    .replace(
      /^(\/api\/collections\/):id(?=$|\/install|\/files)/,
      `$1${name.startsWith('GET') ? collection.id : ':id'}`,
    )
    .replace(':rule/:fileSha256', `runs-code/${'0'.repeat(32)}`)
    .replaceAll(/:\w+/g, '2147483647')
  const form = endpoint.files
    ? { body: '--x--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    : undefined
  const { status, body } = await app.request(
    token,
    endpoint.method,
    path,
    endpoint.method === 'GET' ? undefined : form ? form.body : bodyOf(name),
    form?.headers ?? {},
  )
  return { status, error: typeof body === 'object' ? String(body?.error) : '' }
}
