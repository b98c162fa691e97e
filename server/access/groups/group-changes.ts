import { adminKeysInDefault, groupDenialReason, type RankedGroup } from '#contract/access/authority.ts'
import { invalidate, violatedConstraint, type Db } from '#platform/database/database.ts'
import { forbidden, invalid } from '#platform/errors.ts'
import { recordActivity } from '#server/records/records.public.ts'

import { selectHasStyle, updateGroup } from './group-edits.queries.ts'
import { selectDefaultGroupId } from './groups.queries.ts'
import { groupsTag } from './groups.rules.ts'
import type { NamedPrincipal } from './load-principals.ts'

/** Throws if the actor does not have the authority or the permissions for the change. */
export function assertMayEditGroup(
  actor: NamedPrincipal,
  before: RankedGroup | undefined,
  after: RankedGroup | undefined,
): void {
  if (!actor.permissions.has('admin.groups.manage')) throw forbidden('Access Denied')
  const denied = groupDenialReason(actor, before, after)
  if (denied === undefined) return
  throw denied === adminKeysInDefault ? invalid({ permissions: denied }) : forbidden(denied)
}

export async function requireStyle(tx: Db, styleId: number | null | undefined): Promise<void> {
  if (typeof styleId === 'number' && !(await selectHasStyle(tx, styleId)))
    throw invalid({ style_id: 'Unknown style' })
}

/** A unique index allows one default group. */
export async function unsetDefaultGroup(tx: Db): Promise<void> {
  const former = await selectDefaultGroupId(tx)
  if (former !== undefined) await updateGroup(tx, former, { isDefault: false })
}

/** Runs a transaction that writes a group, and turns unique violations of concurrent writes into field errors. */
export async function withUniqueGroupErrors<T>(work: () => Promise<T>): Promise<T> {
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
export async function recordGroupChange(
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
