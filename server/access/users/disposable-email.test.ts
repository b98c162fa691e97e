import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const password = 'correct horse'
const message = 'Please use a permanent email address. Addresses of this provider expire.'
function profileForm(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const countUsers = async () => {
  const { rows } = await app.db.execute<{ count: number }>(sql`select count(*)::int as count from users`)
  return rows[0]?.count
}

test.each(['a@mailinator.com', 'a@MAILINATOR.com', 'a@inbox.mailinator.com', 'a@x.y.mailinator.com'])(
  'an account cannot have the disposable address %s',
  async (email) => {
    const member = await app.registerUser(`member-${email.length}-${email.charCodeAt(2)}`)
    const before = await countUsers()

    const registration = await app.request(null, 'POST', '/api/auth/register', {
      username: 'brief',
      email,
      password,
    })
    const change = await app.request(
      member,
      'PUT',
      '/api/users/me',
      profileForm({ email, currentPassword: member.password }),
    )

    const rejected = { status: 400, body: { code: 'validation', fields: { email: message } } }
    expect(registration).toMatchObject(rejected)
    expect(change).toMatchObject(rejected)
    expect(await countUsers()).toBe(before)
    expect((await app.request(member, 'GET', '/api/users/me')).body).not.toMatchObject({ user: { email } })
  },
)

test('a domain that only ends like a disposable one is accepted', async () => {
  const body = { username: 'lasting', email: 'a@surely-not-mailinator.com', password }

  expect((await app.request(null, 'POST', '/api/auth/register', body)).status).toBe(201)
})
