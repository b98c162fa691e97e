import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { requireSuccess, sendRequest, type ApiResponse } from './http-client.ts'
import { solveWork } from './proof-of-work.ts'

export type TestUser = { id: number; username: string; email: string; token: string }

export type Account = { username: string; email: string; password: string }

/** `user` is the JSON of the sign-in, which the web app stores. */
export type RegisteredUser = TestUser & Account & { user: object }

/** The password is long enough for an administrator. */
export function accountNamed(username: string): Account {
  return { username, email: `${username}@example.com`, password: `${username} has a password` }
}

/** Solves the challenge that follows several registrations from one network. */
export async function registerUser(baseUrl: string, username: string): Promise<RegisteredUser> {
  const account = accountNamed(username)
  const path = '/api/auth/register'
  const { status, body } = await sendRequest(baseUrl, null, 'POST', path, account)
  if (status === 201) return withSession(account, { body })
  const proof = body.code === 'work_required' ? await solveWork(body.challenge) : undefined
  return withSession(account, await requireSuccess(baseUrl, null, 'POST', path, { ...account, proof }))
}

export async function signIn(baseUrl: string, account: Account): Promise<RegisteredUser> {
  const { email, password } = account
  return withSession(
    account,
    await requireSuccess(baseUrl, null, 'POST', '/api/auth/login', { email, password }),
  )
}

function withSession(
  { username, email, password }: Account,
  { body }: Pick<ApiResponse, 'body'>,
): RegisteredUser {
  return { username, email, password, id: body.user.id, token: body.accessToken, user: body.user }
}

/** Adds a user to a group, or removes them from it. `group` is its name, such as `verified`. */
export async function changeGroup(
  baseUrl: string,
  owner: { token: string },
  user: { id: number },
  group: string,
  action: 'add' | 'remove' = 'add',
): Promise<void> {
  const { body: groups } = await requireSuccess(baseUrl, owner, 'GET', '/api/groups')
  const group_id = groups.find(({ name }: { name: string }) => name === group)?.id
  const path = `/api/users/admin/users/${user.id}/groups`
  await requireSuccess(baseUrl, owner, 'PUT', path, { group_id, action })
}

/** Registers a user who may upload scripts. */
export async function registerUploader(
  baseUrl: string,
  owner: { token: string },
  username: string,
): Promise<RegisteredUser> {
  const user = await registerUser(baseUrl, username)
  await changeGroup(baseUrl, owner, user, 'verified')
  return user
}

/** Inserts a user without a password and without groups; returns the id. */
export async function insertUser(db: Db, username: string): Promise<number> {
  const email = `${username}@example.com`
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into users (username, username_key, email, email_key)
    values (${username}, ${username}, ${email}, ${email}) returning id`)
  const [user] = rows
  if (!user) throw new Error(`${username} was not inserted`)
  return user.id
}
