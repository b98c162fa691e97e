import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'
import { guarded } from '#server/two-factor/testing.ts'

const hub = await startTestHub()
const editor = await hub.person()
await hub.joinGroup(editor.id, 'editors', 60, ['admin.system.access', 'admin.users.edit.basic'])
const taker = await hub.person()
await hub.joinGroup(taker.id, 'note takers', 60, ['admin.system.access', 'admin.users.edit.notes'])
const turnOff = (someone: Person, { id }: Person) =>
  hub.as(someone, 'PUT', `/api/users/admin/users/${id}`, { two_factor_enabled: false })

test('who lost their phone is let in by the password again, and no secret, code or session of before is left', async () => {
  const target = await guarded(hub, 'lost-phone', new Date())
  const signIn = () =>
    hub.as(null, 'POST', '/api/auth/login', { email: target.email, password: target.password })
  const half = (await signIn()).body
  expect(half.two_factor_required).toBe(true)
  expect((await turnOff(taker, target)).status).toBe(403)
  expect((await signIn()).body.two_factor_required).toBe(true)

  const { status, body } = await turnOff(editor, target)

  expect([status, body.user.two_factor_enabled]).toEqual([200, false])
  expect((await hub.as(target, 'GET', '/api/auth/profile')).status).toBe(401)
  const { rows } = await hub.db.execute(sql`
    select totp_secret, totp_confirmed_at, totp_last_counter,
      (select count(*)::integer from recovery_codes where user_id = ${target.id}) as codes,
      (select array_agg(action order by id) from activities where target_id = ${target.id} and user_id = ${editor.id}) as told,
      (select count(*)::integer from graphile_worker._private_jobs where payload ->> 'to' = ${target.email}
        and payload ->> 'subject' like 'Two-factor authentication is off%') as mails
    from credentials where user_id = ${target.id}`)
  expect(rows).toEqual([
    {
      totp_secret: null,
      totp_confirmed_at: null,
      totp_last_counter: null,
      codes: 0,
      told: ['Two-Factor Disabled', 'User Updated'],
      mails: 1,
    },
  ])
  const [code] = target.recoveryCodes
  const step = await hub.as(null, 'POST', '/api/auth/login/two-factor', { challenge: half.challenge, code })
  expect(step.status).toBe(401)
  expect((await signIn()).body.user.id).toBe(target.id)
})
