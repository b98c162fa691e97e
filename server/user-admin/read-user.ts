import type { AdminUser, UserMembership } from '#contract/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { selectMembershipsOf } from '#server/groups/groups.public.ts'

import { showUser } from './show-user.ts'
import { selectUser } from './user-admin.queries.ts'

type Reading = Pick<Hub, 'db' | 'clock'>

export async function readUser(
  { db, clock }: Reading,
  actor: Actor,
  id: number,
): Promise<AdminUser & { groups: UserMembership[] }> {
  const user = await readShownUser({ db, clock }, actor, id)
  return { ...user, groups: await selectMembershipsOf(db, id) }
}

export async function readShownUser({ db, clock }: Reading, actor: Actor, id: number): Promise<AdminUser> {
  const now = clock.now()
  const row = await selectUser(db, id, now)
  if (!row) throw notFound('User not found')
  return showUser(row, actor, now)
}

export async function readGroupsOfUser(
  { db, clock }: Reading,
  id: number,
): Promise<{ groups: UserMembership[] }> {
  if (!(await selectUser(db, id, clock.now()))) throw notFound('User not found')
  return { groups: await selectMembershipsOf(db, id) }
}
