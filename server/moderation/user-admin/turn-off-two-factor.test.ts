import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'
import { registerWithTwoFactor } from '#test-support/two-factor.ts'

const app = await startTestApp()
const editor = await app.createUser()
await app.joinGroup(editor.id, 'editors', 60, ['admin.system.access', 'admin.users.edit.basic'])
const taker = await app.createUser()
await app.joinGroup(taker.id, 'note takers', 60, ['admin.system.access', 'admin.users.edit.notes'])
const turnOff = (caller: TestUser, { id }: TestUser) =>
  app.request(caller, 'PUT', `/api/users/admin/users/${id}`, { two_factor_enabled: false })

test('after an administrator turns it off, the password is enough and no secret, code or session remains', async () => {
  const target = await registerWithTwoFactor(app, 'lost-phone', new Date())
  const signIn = () =>
    app.request(null, 'POST', '/api/auth/login', { email: target.email, password: target.password })
  const half = (await signIn()).body
  expect(half.two_factor_required).toBe(true)
  expect((await turnOff(taker, target)).status).toBe(403)
  expect((await signIn()).body.two_factor_required).toBe(true)

  const { status, body } = await turnOff(editor, target)

  expect([status, body.user.two_factor_enabled]).toEqual([200, false])
  expect((await app.request(target, 'GET', '/api/auth/profile')).status).toBe(401)
  const { rows } = await app.db.execute(sql`
    select totp_secret, totp_confirmed_at, totp_last_counter,
      (select count(*)::integer from recovery_codes where user_id = ${target.id}) as codes,
      (select array_agg(action order by id) from activities where target_id = ${target.id} and user_id = ${editor.id}) as activities,
      (select count(*)::integer from graphile_worker._private_jobs where payload ->> 'to' = ${target.email}
        and payload ->> 'subject' like 'Two-factor authentication is off%') as mails
    from credentials where user_id = ${target.id}`)
  expect(rows).toEqual([
    {
      totp_secret: null,
      totp_confirmed_at: null,
      totp_last_counter: null,
      codes: 0,
      activities: ['Two-Factor Disabled', 'User Updated'],
      mails: 1,
    },
  ])
  const [code] = target.recoveryCodes
  const step = await app.request(null, 'POST', '/api/auth/login/two-factor', {
    challenge: half.challenge,
    code,
  })
  expect(step.status).toBe(401)
  expect((await signIn()).body.user.id).toBe(target.id)
})
