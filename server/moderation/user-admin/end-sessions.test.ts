import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'
import { registerWithTwoFactor } from '#test-support/two-factor.ts'

const app = await startTestApp()
const signOut = (user: TestUser | null, { id }: { id: number }) =>
  app.request(user, 'DELETE', `/api/users/admin/users/${id}/sessions`)
const isSignedIn = async (user: Pick<TestUser, 'token'>) =>
  (await app.request(user, 'GET', '/api/auth/profile')).status === 200

async function editorOf(priority: number): Promise<TestUser> {
  const user = await app.createUser()
  await app.joinGroup(user.id, `editors ${priority}`, priority, [
    'admin.system.access',
    'admin.users.edit.basic',
  ])
  return user
}

async function activities({ id }: TestUser) {
  const { rows } = await app.db.execute(sql`
    select action, description, user_id as by from activities where target_id = ${id} and action = 'Sessions Ended'`)
  return rows
}

test('sessions of equals, users above, themselves and unknown users cannot be ended, nor by a member', async () => {
  const editor = await editorOf(60)
  const equal = await editorOf(61)
  await app.joinGroup(equal.id, 'equals', 60, [])
  const above = await editorOf(59)
  const owner = await app.createOwner()
  const member = await app.createUser()
  const error = { status: 403, body: { error: 'Cannot sign out user - user has higher priority groups' } }

  for (const target of [equal, above, owner]) {
    expect(await signOut(editor, target)).toMatchObject(error)
    expect(await isSignedIn(target)).toBe(true)
    expect(await activities(target)).toEqual([])
  }
  expect((await signOut(editor, editor)).status).toBe(403)
  expect((await signOut(member, equal)).status).toBe(403)
  expect((await signOut(null, member)).status).toBe(401)
  expect((await signOut(editor, { id: 2_147_483_647 })).status).toBe(404)
  expect(await isSignedIn(editor)).toBe(true)
  expect(await isSignedIn(member)).toBe(true)
})

test('all sessions and pending sign-ins end, and the user may sign in again', async () => {
  const editor = await editorOf(70)
  const member = await app.registerUser('hijacked')
  const phone = await app.signIn(member)
  const bystander = await app.createUser()
  const careful = await registerWithTwoFactor(app, 'careful', new Date())
  const password = { email: careful.email, password: careful.password }
  const half = (await app.request(null, 'POST', '/api/auth/login', password)).body
  const [code] = careful.recoveryCodes

  expect((await signOut(editor, member)).status).toBe(204)
  expect((await signOut(editor, careful)).status).toBe(204)

  expect(await isSignedIn(member)).toBe(false)
  expect(await isSignedIn(phone)).toBe(false)
  expect(await isSignedIn(bystander)).toBe(true)
  const step = await app.request(null, 'POST', '/api/auth/login/two-factor', {
    challenge: half.challenge,
    code,
  })
  expect(step.status).toBe(401)
  expect(await isSignedIn(await app.signIn(member))).toBe(true)
  expect(await activities(member)).toEqual([
    {
      action: 'Sessions Ended',
      description: `${editor.username} signed hijacked out on all devices`,
      by: editor.id,
    },
  ])
})
