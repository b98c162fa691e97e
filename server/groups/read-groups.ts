import type { Reply } from '#contract/endpoint.ts'
import { pagination } from '#contract/fields.ts'
import { categoryOfPermission, type Group, type GroupOfUser, type groupsApi } from '#contract/groups.ts'
import { permissionCatalogue, permissions } from '#contract/permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'
import { forbidden, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { selectGroup, selectGroupsInForce, selectMembers } from './shown-groups.queries.ts'

export async function readGroup(db: Db, id: number): Promise<Group> {
  const group = await selectGroup(db, id)
  if (!group) throw notFound('Group not found')
  return group
}

/** In the order of the catalogue. */
export function listPermissions(): Reply<typeof groupsApi.permissions> {
  return permissions.map((key) => {
    const [name, description] = permissionCatalogue[key]
    return { key, name, description, category: categoryOfPermission(key) }
  })
}

/** Everybody may see their own groups. */
export async function readGroupsInForce(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  actor: Pick<Actor, 'id' | 'permissions'>,
  userId: number,
): Promise<GroupOfUser[]> {
  if (actor.id !== userId && !actor.permissions.has('admin.groups.view')) throw forbidden('Access Denied')
  return selectGroupsInForce(db, userId, clock.now())
}

export async function listMembers(
  db: Db,
  groupId: number,
  { page, limit }: { page: number; limit: number },
): Promise<Reply<typeof groupsApi.members>> {
  const { member_count: total } = await readGroup(db, groupId)
  const members = await selectMembers(db, groupId, { limit, offset: (page - 1) * limit })
  return { members, pagination: pagination(page, limit, total) }
}
