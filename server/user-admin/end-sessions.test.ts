import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'
import { guarded } from '#server/two-factor/testing.ts'

const hub = await startTestHub()
const signOut = (someone: Person | null, { id }: { id: number }) =>
  hub.as(someone, 'DELETE', `/api/users/admin/users/${id}/sessions`)
const isSignedIn = async (someone: Pick<Person, 'token'>) =>
  (await hub.as(someone, 'GET', '/api/auth/profile')).status === 200

async function editorOf(priority: number): Promise<Person> {
  const someone = await hub.person()
  await hub.joinGroup(someone.id, `editors ${priority}`, priority, [
    'admin.system.access',
    'admin.users.edit.basic',
  ])
  return someone
}

async function told({ id }: Person) {
  const { rows } = await hub.db.execute(sql`
    select action, description, user_id as by from activities where target_id = ${id} and action = 'Sessions Ended'`)
  return rows
}

test('nobody signs out their equal, who stands above, themselves or nobody at all, and a member signs out nobody', async () => {
  const editor = await editorOf(60)
  const equal = await editorOf(61)
  await hub.joinGroup(equal.id, 'equals', 60, [])
  const above = await editorOf(59)
  const owner = await hub.owner()
  const member = await hub.person()
  const refusal = { status: 403, body: { error: 'Cannot sign out user - user has higher priority groups' } }

  for (const target of [equal, above, owner]) {
    expect(await signOut(editor, target)).toMatchObject(refusal)
    expect(await isSignedIn(target)).toBe(true)
    expect(await told(target)).toEqual([])
  }
  expect((await signOut(editor, editor)).status).toBe(403)
  expect((await signOut(member, equal)).status).toBe(403)
  expect((await signOut(null, member)).status).toBe(401)
  expect((await signOut(editor, { id: 2_147_483_647 })).status).toBe(404)
  expect(await isSignedIn(editor)).toBe(true)
  expect(await isSignedIn(member)).toBe(true)
})

test('who is signed out is so on every device and in the midst of a sign-in, and may sign in again', async () => {
  const editor = await editorOf(70)
  const member = await hub.registered('hijacked')
  const phone = await hub.signIn(member)
  const bystander = await hub.person()
  const careful = await guarded(hub, 'careful', new Date())
  const password = { email: careful.email, password: careful.password }
  const half = (await hub.as(null, 'POST', '/api/auth/login', password)).body
  const [code] = careful.recoveryCodes

  expect((await signOut(editor, member)).status).toBe(204)
  expect((await signOut(editor, careful)).status).toBe(204)

  expect(await isSignedIn(member)).toBe(false)
  expect(await isSignedIn(phone)).toBe(false)
  expect(await isSignedIn(bystander)).toBe(true)
  const step = await hub.as(null, 'POST', '/api/auth/login/two-factor', { challenge: half.challenge, code })
  expect(step.status).toBe(401)
  expect(await isSignedIn(await hub.signIn(member))).toBe(true)
  expect(await told(member)).toEqual([
    {
      action: 'Sessions Ended',
      description: `${editor.username} signed hijacked out on all devices`,
      by: editor.id,
    },
  ])
})
