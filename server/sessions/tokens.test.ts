import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

import { readToken } from './tokens.ts'

const hub = await startTestHub()
const member = await hub.registered('member')
const [header = '', claims = '', signature = ''] = member.token.split('.')

type Part = Record<string, unknown>
const read = (part: string): Part => JSON.parse(Buffer.from(part, 'base64url').toString())
const write = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')

async function sign(change: { header?: Part; claims?: Part; key?: Uint8Array }) {
  return new SignJWT({ ...read(claims), ...change.claims })
    .setProtectedHeader({ alg: 'HS256', ...read(header), ...change.header })
    .sign(change.key ?? hub.hub.secrets.tokens)
}

const ask = (token: string) => hub.as({ token }, 'GET', '/api/auth/profile')

test.each([
  ['without a signature', `${header}.${claims}.`],
  ['of the algorithm none', `${write({ ...read(header), alg: 'none' })}.${claims}.`],
  [
    'of the algorithm none, with the old signature',
    `${write({ ...read(header), alg: 'none' })}.${claims}.${signature}`,
  ],
  ['for somebody else', `${header}.${write({ ...read(claims), sub: '2' })}.${signature}`],
  ['that lives longer', `${header}.${write({ ...read(claims), exp: 9_999_999_999 })}.${signature}`],
  ['that is no token', 'abc.def.ghi'],
  ['that is one word', 'member'],
])('a token %s is refused', async (_, token) => {
  expect(await ask(token)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test.each([
  ['signed with another key', { key: randomBytes(32) }],
  ['signed with the key of file addresses', { key: hub.hub.secrets.files }],
  ['of another algorithm of the same family', { header: { alg: 'HS512' } }],
  ['of another kind', { header: { typ: 'JWT' } }],
  ['of another issuer', { claims: { iss: 'elsewhere' } }],
  ['for another audience', { claims: { aud: 'elsewhere' } }],
  ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 1 } }],
  ['without an end', { claims: { exp: undefined } }],
  ['of a session that never was', { claims: { sid: randomBytes(24).toString('base64url') } }],
  ['of no session', { claims: { sid: undefined } }],
  ['of a session that is no text', { claims: { sid: 12 } }],
  ['of nobody', { claims: { sub: undefined } }],
])('a well-formed token %s is refused', async (_, change) => {
  expect((await ask(await sign(change))).status).toBe(401)
})

test('the token that the hub signed is good, and so is the same content signed again', async () => {
  expect((await ask(member.token)).status).toBe(200)
  expect((await ask(await sign({}))).status).toBe(200)
})

test('what a token has proven is good for that token, that key and its time only', async () => {
  expect((await ask(member.token)).status).toBe(200)

  const forged = `${header}.${claims}.${randomBytes(32).toString('base64url')}`
  const key = hub.hub.secrets.tokens
  const last = Number(read(claims).exp) * 1000
  expect((await ask(forged)).status).toBe(401)
  expect(await readToken(key, member.token, new Date(last - 1))).toBeTypeOf('string')
  expect(await readToken(key, member.token, new Date(last))).toBeUndefined()
  expect(await readToken(randomBytes(32), member.token, new Date())).toBeUndefined()
})

test('a hub whose key cannot sign does not tell people that their tokens are wrong', async () => {
  await expect(readToken(new Uint8Array(), member.token, new Date())).rejects.toThrow('Zero-length key')
})

test('a session whose row has expired is dead, whatever its token says', async () => {
  const other = await hub.signIn(member)
  const sid = read(other.token.split('.')[1] ?? '').sid
  const hash = createHash('sha256').update(String(sid)).digest('base64url')
  await hub.db.execute(sql`update sessions set expires_at = now() - interval '1 second' where hash = ${hash}`)

  expect((await ask(other.token)).status).toBe(401)
})

test('a stolen database opens nothing: it holds hashes of the secrets only', async () => {
  const { rows } = await hub.db.execute<{ text: string }>(sql`
    select row_to_json(s)::text as text from sessions s union all select row_to_json(c)::text from credentials c`)

  const everything = rows.map(({ text }) => text).join('\n')
  expect(everything).toContain('$argon2id$')
  expect(everything).not.toContain(String(read(claims).sid))
  expect(everything).not.toContain(member.password)
})
