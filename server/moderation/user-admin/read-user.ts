import type { AdminUser, UserDetails, UserMembership } from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { selectMembershipsOf } from '#server/access/access.public.ts'

import { serializeSuspension, serializeUser } from './serialize-user.ts'
import { selectSuspension } from './suspensions.queries.ts'
import { selectUser } from './user-admin.queries.ts'

type Context = Pick<App, 'db' | 'clock'>

export async function readUser({ db, clock }: Context, actor: Actor, id: number): Promise<UserDetails> {
  const user = await readAdminUser({ db, clock }, actor, id)
  const groups = await selectMembershipsOf(db, id)
  const suspension = user.status === 'suspended' ? await selectSuspension(db, id) : undefined
  return { ...user, groups, suspension: suspension ? serializeSuspension(suspension) : null }
}

export async function readAdminUser({ db, clock }: Context, actor: Actor, id: number): Promise<AdminUser> {
  const now = clock.now()
  const row = await selectUser(db, id, now)
  if (!row) throw notFound('User not found')
  return serializeUser(row, actor, now)
}

export async function readGroupsOfUser(
  { db, clock }: Context,
  id: number,
): Promise<{ groups: UserMembership[] }> {
  if (!(await selectUser(db, id, clock.now()))) throw notFound('User not found')
  return { groups: await selectMembershipsOf(db, id) }
}
