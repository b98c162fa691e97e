import type { Reply } from '#contract/platform/endpoint.ts'
import { pagination } from '#contract/platform/fields.ts'
import {
  categoryOfPermission,
  type Group,
  type GroupOfUser,
  type groupsApi,
} from '#contract/access/groups.ts'
import { permissionCatalogue, permissions } from '#contract/platform/permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import { selectGroup, selectActiveGroups, selectMembers } from './group-list.queries.ts'

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

export async function readActiveGroups(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id' | 'permissions'>,
  userId: number,
): Promise<GroupOfUser[]> {
  if (actor.id !== userId && !actor.permissions.has('admin.groups.view')) throw forbidden('Access Denied')
  return selectActiveGroups(db, userId, clock.now())
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
