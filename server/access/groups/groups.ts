import { type RankedGroup, adminKeysInDefault, groupDenialReason } from '#contract/access/authority.ts'
import {
  categoryOfPermission,
  type Group,
  type GroupOfUser,
  type groupsApi,
  type GroupChange,
  type NewGroup,
} from '#contract/access/groups.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { pagination } from '#contract/platform/fields.ts'
import { permissionCatalogue, permissions } from '#contract/platform/permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { assertNotStale, isSame } from '#platform/assert-not-stale.ts'
import { violatedConstraint } from '#platform/database/database-errors.ts'
import { type Db, inTransaction, invalidate } from '#platform/database/database.ts'
import { forbidden, notFound, conflict, invalid } from '#platform/errors.ts'
import { recordActivity } from '#server/records/records.public.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'

import { selectGroup, selectActiveGroups, selectMembers } from './group-list.queries.ts'
import {
  replacePermissions,
  updateGroup,
  insertGroup,
  removeGroup,
  selectHasStyle,
  selectDefaultGroupId,
} from './groups.queries.ts'
import { lockActor, type NamedPrincipal } from './load-principals.ts'

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

export async function editGroup(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  id: number,
  { expected, ...change }: GroupChange,
): Promise<Group> {
  await withUniqueGroupErrors(() =>
    inTransaction(db, async (tx) => {
      const former = change.is_default ? await selectDefaultGroupId(tx) : undefined
      const groupIds = former === undefined ? [id] : [id, former]
      const { actor: principal, groups } = await lockActor(tx, { actorId: actor.id, groupIds }, clock.now())
      const before = groups.find((group) => group.id === id)
      if (!before) throw notFound('Group not found')
      const after = changedGroup(before, change)
      assertMayEditGroup(principal, before, after)
      const current = valuesOf(await readGroup(tx, id))
      assertNotStale(current, change, expected)
      if (before.isDefault && !after.isDefault)
        throw conflict('One group has to be the default. Make another group the default instead.')
      await requireStyle(tx, change.style_id)

      if (after.isDefault && !before.isDefault) await unsetDefaultGroup(tx)
      const { name, display_name: displayName, description, color, priority, is_default: isDefault } = change
      const row = { name, displayName, description, color, priority, isDefault }
      await updateGroup(tx, id, { ...row, styleId: change.style_id })
      if (change.permissions) await replacePermissions(tx, id, change.permissions)
      const names = { name: name ?? before.name, displayName: displayName ?? before.displayName }
      await recordGroupChange(tx, principal, { id, ...names }, 'updated', {
        changed: Object.keys(change),
        ...changedGroupValues(current, change),
      })
    }),
  )
  return readGroup(db, id)
}

function changedGroup(before: RankedGroup, change: GroupFields): RankedGroup {
  return {
    priority: change.priority ?? before.priority,
    isDefault: change.is_default ?? before.isDefault,
    permissions: change.permissions ?? before.permissions,
  }
}

export async function createGroup(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  group: NewGroup,
): Promise<Group> {
  const now = clock.now()
  const { name, display_name: displayName, description, color, priority, permissions: keys } = group
  const isDefault = group.is_default
  const id = await withUniqueGroupErrors(() =>
    inTransaction(db, async (tx) => {
      const former = isDefault ? await selectDefaultGroupId(tx) : undefined
      const groupIds = former === undefined ? [] : [former]
      const { actor: principal } = await lockActor(tx, { actorId: actor.id, groupIds }, now)
      assertMayEditGroup(principal, undefined, { priority, isDefault, permissions: keys })
      await requireStyle(tx, group.style_id)

      if (isDefault) await unsetDefaultGroup(tx)
      const row = { name, displayName, description, color, priority, isDefault, createdAt: now }
      const groupId = await insertGroup(tx, { ...row, styleId: group.style_id })
      await replacePermissions(tx, groupId, keys)
      await recordGroupChange(tx, principal, { id: groupId, name, displayName }, 'created')
      return groupId
    }),
  )
  return readGroup(db, id)
}

export async function deleteGroup(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  id: number,
): Promise<{ success: true }> {
  await inTransaction(db, async (tx) => {
    const { actor: principal, groups } = await lockActor(
      tx,
      { actorId: actor.id, groupIds: [id] },
      clock.now(),
    )
    const [group] = groups
    if (!group) throw notFound('Group not found')
    // The authority is checked before the default group, so that a caller without it gets 403 and not 409.
    assertMayEditGroup(principal, { ...group, isDefault: false }, undefined)
    if (group.isDefault) throw conflict('The default group cannot be deleted')
    await removeGroup(tx, id)
    await recordGroupChange(tx, principal, group, 'deleted')
  })
  return { success: true }
}

/** Throws if the actor does not have the authority or the permissions for the change. */
function assertMayEditGroup(
  actor: NamedPrincipal,
  before: RankedGroup | undefined,
  after: RankedGroup | undefined,
): void {
  if (!actor.permissions.has('admin.groups.manage')) throw forbidden('Access Denied')
  const denied = groupDenialReason(actor, before, after)
  if (denied === undefined) return
  throw denied === adminKeysInDefault ? invalid({ permissions: denied }) : forbidden(denied)
}

async function requireStyle(tx: Db, styleId: number | null | undefined): Promise<void> {
  if (typeof styleId === 'number' && !(await selectHasStyle(tx, styleId)))
    throw invalid({ style_id: 'Unknown style' })
}

/** A unique index allows one default group. */
async function unsetDefaultGroup(tx: Db): Promise<void> {
  const former = await selectDefaultGroupId(tx)
  if (former !== undefined) await updateGroup(tx, former, { isDefault: false })
}

/** Runs a transaction that writes a group, and turns unique violations of concurrent writes into field errors. */
async function withUniqueGroupErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'groups_name_unique')
      throw invalid({ name: 'A group with this name already exists' }, 'conflict')
    if (constraint === 'groups_one_default')
      throw invalid({ is_default: 'Another group has just become the default' }, 'conflict')
    throw error
  }
}

/** Records the change and invalidates cached responses with groups. */
async function recordGroupChange(
  tx: Db,
  actor: NamedPrincipal,
  group: { id: number; name: string; displayName: string },
  verb: 'created' | 'updated' | 'deleted',
  changes?: { changed: readonly string[]; old: object; new: object },
): Promise<void> {
  const actions = { created: 'Group Created', updated: 'Group Updated', deleted: 'Group Deleted' } as const
  await recordActivity(tx, {
    type: 'system',
    action: actions[verb],
    description: `${actor.username} ${verb} the group ${group.displayName}`,
    status: verb === 'deleted' ? 'warning' : 'success',
    userId: actor.id,
    targetId: group.id,
    targetType: 'group',
    metadata: { group: group.name, ...changes },
  })
  invalidate(tx, groupsTag)
}

type GroupFields = Omit<GroupChange, 'expected'>

/** The cache tag of responses that contain a name, a color or a style of a group. */
export const groupsTag: CacheTag = 'groups'

/** The stored values with the keys of a change. */
function valuesOf({ group_permissions, ...group }: Group) {
  return { ...group, permissions: group_permissions.map(({ permission_key }) => permission_key) }
}

/** The values that a change replaces and the new ones, for the activity log. */
function changedGroupValues(current: object, sent: GroupFields): { old: object; new: object } {
  const before = new Map<string, unknown>(Object.entries(current))
  const changed = Object.entries(sent).filter(([field, value]) => !isSame(before.get(field), value))
  return {
    old: Object.fromEntries(changed.map(([field]) => [field, before.get(field)])),
    new: Object.fromEntries(changed),
  }
}
