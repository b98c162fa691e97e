import { adminKeysInDefault, groupRefusal, type RankedGroup } from '#contract/authority.ts'
import { changed, violatedConstraint, type Db } from '#platform/database.ts'
import { forbidden, invalid } from '#platform/failures.ts'
import { recordActivity } from '#server/activities/activities.public.ts'

import { selectHasStyle, updateGroup } from './group-edits.queries.ts'
import { selectDefaultGroupId } from './groups.queries.ts'
import { groupsTag } from './groups.rules.ts'
import type { NamedStanding } from './lock-standings.ts'

/** Refuses a change of a group that the actor has not the authority or the permissions for. */
export function requireMayChange(
  actor: NamedStanding,
  before: RankedGroup | undefined,
  after: RankedGroup | undefined,
): void {
  if (!actor.permissions.has('admin.groups.manage')) throw forbidden('Access Denied')
  const refusal = groupRefusal(actor, before, after)
  if (refusal === undefined) return
  throw refusal === adminKeysInDefault ? invalid({ permissions: refusal }) : forbidden(refusal)
}

export async function requireStyle(tx: Db, styleId: number | null | undefined): Promise<void> {
  if (typeof styleId === 'number' && !(await selectHasStyle(tx, styleId)))
    throw invalid({ style_id: 'Unknown style' })
}

/** There is one default at a time: the former one steps down first. */
export async function endFormerDefault(tx: Db): Promise<void> {
  const former = await selectDefaultGroupId(tx)
  if (former !== undefined) await updateGroup(tx, former, { isDefault: false })
}

/** Runs a whole transaction that writes a group. What two want at the same moment the unique index gives to one. */
export async function refusingTakenGroup<T>(work: () => Promise<T>): Promise<T> {
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

/** Notes a change of a group and drops what shows groups. */
export async function tellOfGroup(
  tx: Db,
  actor: NamedStanding,
  group: { id: number; name: string; displayName: string },
  verb: 'created' | 'updated' | 'deleted',
  changes?: readonly string[],
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
    metadata: { group: group.name, ...(changes && { changed: changes }) },
  })
  changed(tx, groupsTag)
}
