import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

import { readToken } from './tokens.ts'

const app = await startTestApp()
const member = await app.registerUser('member')
const [header = '', claims = '', signature = ''] = member.token.split('.')

type Part = Record<string, unknown>
const read = (part: string): Part => JSON.parse(Buffer.from(part, 'base64url').toString())
const write = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')

async function sign(change: { header?: Part; claims?: Part; key?: Uint8Array }) {
  return new SignJWT({ ...read(claims), ...change.claims })
    .setProtectedHeader({ alg: 'HS256', ...read(header), ...change.header })
    .sign(change.key ?? app.app.secrets.tokens)
}

const ask = (token: string) => app.request({ token }, 'GET', '/api/auth/profile')

test.each([
  ['without a signature', `${header}.${claims}.`],
  ['of the algorithm none', `${write({ ...read(header), alg: 'none' })}.${claims}.`],
  [
    'of the algorithm none, with the old signature',
    `${write({ ...read(header), alg: 'none' })}.${claims}.${signature}`,
  ],
  ['of another user', `${header}.${write({ ...read(claims), sub: '2' })}.${signature}`],
  ['with a later expiry', `${header}.${write({ ...read(claims), exp: 9_999_999_999 })}.${signature}`],
  ['that is not a JWT', 'abc.def.ghi'],
  ['that is one word', 'member'],
])('a token %s is rejected', async (_, token) => {
  expect(await ask(token)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test.each([
  ['signed with another key', { key: randomBytes(32) }],
  ['signed with the key of file URLs', { key: app.app.secrets.files }],
  ['of another algorithm of the same family', { header: { alg: 'HS512' } }],
  ['of another type', { header: { typ: 'JWT' } }],
  ['of another issuer', { claims: { iss: 'elsewhere' } }],
  ['for another audience', { claims: { aud: 'elsewhere' } }],
  ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 1 } }],
  ['without an expiry', { claims: { exp: undefined } }],
  ['of an unknown session', { claims: { sid: randomBytes(24).toString('base64url') } }],
  ['without a session', { claims: { sid: undefined } }],
  ['with a session that is not a string', { claims: { sid: 12 } }],
  ['without a subject', { claims: { sub: undefined } }],
])('a well-formed token %s is rejected', async (_, change) => {
  expect((await ask(await sign(change))).status).toBe(401)
})

test('a token of the server is valid, and so is the same content signed again', async () => {
  expect((await ask(member.token)).status).toBe(200)
  expect((await ask(await sign({}))).status).toBe(200)
})

test('a verified signature is cached for that token, key and lifetime only', async () => {
  expect((await ask(member.token)).status).toBe(200)

  const forged = `${header}.${claims}.${randomBytes(32).toString('base64url')}`
  const key = app.app.secrets.tokens
  const last = Number(read(claims).exp) * 1000
  expect((await ask(forged)).status).toBe(401)
  expect(await readToken(key, member.token, new Date(last - 1))).toBeTypeOf('string')
  expect(await readToken(key, member.token, new Date(last))).toBeUndefined()
  expect(await readToken(randomBytes(32), member.token, new Date())).toBeUndefined()
})

test('an unusable signing key is not reported as an invalid token', async () => {
  await expect(readToken(new Uint8Array(), member.token, new Date())).rejects.toThrow('Zero-length key')
})

test('an expired session row ends the session, whatever its token contains', async () => {
  const other = await app.signIn(member)
  const sid = read(other.token.split('.')[1] ?? '').sid
  const hash = createHash('sha256').update(String(sid)).digest('base64url')
  await app.db.execute(sql`update sessions set expires_at = now() - interval '1 second' where hash = ${hash}`)

  expect((await ask(other.token)).status).toBe(401)
})

test('the database contains only hashes of session secrets', async () => {
  const { rows } = await app.db.execute<{ text: string }>(sql`
    select row_to_json(s)::text as text from sessions s union all select row_to_json(c)::text from credentials c`)

  const everything = rows.map(({ text }) => text).join('\n')
  expect(everything).toContain('$argon2id$')
  expect(everything).not.toContain(String(read(claims).sid))
  expect(everything).not.toContain(member.password)
})
