import { sql } from 'drizzle-orm'

import { BulkResult } from '#contract/moderation/bulk-acts.ts'
import { after, hour } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import { banUser, changeBan, unbanUser } from '#server/access/bans/change-bans.ts'
import { assignGroup, editAssignment, unassignGroup } from '#server/access/groups/change-membership.ts'
import { createGroup, editGroup, deleteGroup } from '#server/access/groups/groups.ts'
import { endExpiredMemberships } from '#server/access/access.public.ts'
import { isBanned, type Act, type Model, type ModelGroup } from './authority-model.ts'
import { banByReport, liftByAppeal } from './case-decisions.ts'
import { editGroupsOfUser, setAdminFlag } from '#server/moderation/user-admin/edit-user.ts'
import { banInBulk, liftBansInBulk, suspendInBulk } from '#server/moderation/bulk-acts/bulk-acts.ts'
import { suspendUser } from '#server/moderation/user-admin/suspend-user.ts'

class Rollback extends Error {}

/** Runs `work` in a transaction and rolls it back, so that thousands of runs leave no rows. */
export async function inRolledBackTransaction(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  const transaction = inTransaction(db, async (tx) => {
    await work(tx)
    throw new Rollback()
  })
  await transaction.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error
  })
}

export type InsertedModel = { userIds: number[]; groupIds: number[] }
let names = 0

/** Inserts the users and groups of the model. */
export async function insertModel(tx: Db, model: Model): Promise<InsertedModel> {
  await tx.execute(sql`delete from groups`)
  const inserted: InsertedModel = { userIds: [], groupIds: [] }
  for (const group of model.groups) if (group) inserted.groupIds.push(await insertGroup(tx, group))
  for (const { flag, memberships } of model.users) {
    const name = `w${++names}`
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into users (username, username_key, email, email_key, is_admin, is_owner)
      values (${name}, ${name}, ${name}, ${name}, ${flag === 'admin'}, ${flag === 'owner'}) returning id`)
    const id = rows[0]?.id ?? 0
    inserted.userIds.push(id)
    for (const [group, end] of memberships)
      await tx.execute(sql`
        insert into memberships (user_id, group_id, expires_at)
        values (${id}, ${inserted.groupIds[group]}, ${end?.toISOString() ?? null})`)
  }
  await tx.execute(sql`
    update groups g set member_count = (select count(*) from memberships m where m.group_id = g.id)`)
  return inserted
}

async function insertGroup(tx: Db, group: ModelGroup): Promise<number> {
  const name = `g${++names}`
  const { rows } = await tx.execute<{ id: number }>(sql`
    with made as (
      insert into groups (name, display_name, priority, is_default)
      values (${name}, ${name}, ${group.priority}, ${group.isDefault}) returning id
    ), given as (
      insert into group_permissions select made.id, key from made, unnest(${sql.param(group.keys)}::text[]) key
    )
    select id from made`)
  return rows[0]?.id ?? 0
}

/** The state in the database, in the form of `expectedState`. */
export async function selectState(tx: Db, { userIds, groupIds }: InsertedModel, now: Date): Promise<unknown> {
  const { rows } = await tx.execute<{ users: unknown; groups: unknown }>(sql`
    select (
      select json_agg(json_build_array(
        case when u.is_owner then 'owner' when u.is_admin then 'admin' else 'none' end, u.status = 'suspended',
        (select coalesce(extract(epoch from b.expires_at)::int, 0) from bans b where b.user_id = u.id and b.lifted_at is null
          and (b.is_permanent or b.expires_at > ${now.toISOString()}::timestamptz)),
        (select coalesce(json_agg(json_build_array(array_position(${sql.param(groupIds)}::int[], m.group_id) - 1,
          extract(epoch from m.expires_at)::int) order by array_position(${sql.param(groupIds)}::int[], m.group_id)), '[]')
        from memberships m where m.user_id = u.id)
      ) order by u.id) from users u where u.id = any(${sql.param(userIds)}::int[])
    ) as users, (
      select json_agg(case when g.id is null then null else json_build_array(g.priority, g.is_default, g.member_count,
        array(select p.permission_key from group_permissions p where p.group_id = g.id order by 1)) end order by place.n)
      from unnest(${sql.param(groupIds)}::int[]) with ordinality place (id, n) left join groups g on g.id = place.id
    ) as groups`)
  return rows[0]
}

/** The state of the model. */
export function expectedState(model: Model): unknown {
  return {
    users: model.users.map((user) => [
      user.flag,
      user.isSuspended,
      isBanned(model, user) ? (user.ban?.until?.getTime() ?? 0) / 1000 : null,
      [...user.memberships]
        .sort(([a], [b]) => a - b)
        .map(([place, end]) => [place, end && end.getTime() / 1000]),
    ]),
    groups: model.groups.map(
      (group, place) =>
        group && [
          group.priority,
          group.isDefault,
          model.users.filter((user) => user.memberships.has(place)).length,
          group.keys.toSorted(),
        ],
    ),
  }
}

/** Calls the use case of the act; returns whether the server allowed it. */
export async function applyAct(app: App, inserted: InsertedModel, act: Act): Promise<boolean> {
  try {
    const outcome = await callUseCase(app, inserted, act)
    const { data: bulk } = BulkResult.safeParse(outcome)
    return bulk ? bulk.results.some(({ done }) => done) : true
  } catch (error) {
    if (error instanceof HttpError && [400, 401, 403, 404, 409].includes(error.status)) return false
    throw error
  }
}

function callUseCase(app: App, inserted: InsertedModel, act: Act): Promise<unknown> {
  const userId = (index: number) => inserted.userIds[index] ?? 0
  const groupId = (index: number) => inserted.groupIds[index] ?? 0
  const until = (count: number | null) =>
    count === null ? null : after(app.clock.now(), count * hour).toISOString()
  if (act.kind === 'wait') return Promise.resolve()
  if (act.kind === 'sweep') return endExpiredMemberships(app)
  const actor = {
    id: userId(act.actor),
    username: '',
    isOwner: false,
    isAdmin: false,
    permissions: new Set<never>(),
    authority: 0,
    sessionHash: '',
  }
  switch (act.kind) {
    case 'add': {
      const ids = { user_id: userId(act.target), group_id: groupId(act.group) }
      if (act.via === 'user') return editGroupsOfUser(app, actor, ids.user_id, { ...ids, action: 'add' })
      const end = act.hours === null ? {} : { expires_at: until(act.hours) }
      return assignGroup(app, actor, ids.group_id, { ...ids, ...end })
    }
    case 'extend': {
      const ids = { userId: userId(act.target), groupId: groupId(act.group) }
      return editAssignment(app, actor, ids, until(act.hours))
    }
    case 'remove': {
      const ids = { userId: userId(act.target), groupId: groupId(act.group) }
      if (act.via === 'group') return unassignGroup(app, actor, ids)
      return editGroupsOfUser(app, actor, ids.userId, { group_id: ids.groupId, action: 'remove' })
    }
    case 'create': {
      const { priority: rank, keys: permissions, isDefault } = act.group
      const name = `g${++names}`
      const looks = { name, display_name: name, description: '', color: '#666666', style_id: null }
      return createGroup(app, actor, {
        ...looks,
        priority: rank,
        permissions: [...permissions],
        is_default: isDefault,
      }).then(({ id }) => inserted.groupIds.push(id))
    }
    case 'edit': {
      const { priority: rank, keys: permissions, isDefault } = act.change
      return editGroup(app, actor, groupId(act.group), {
        priority: rank,
        permissions: permissions && [...permissions],
        is_default: isDefault,
      })
    }
    case 'delete':
      return deleteGroup(app, actor, groupId(act.group))
    case 'flag':
      return setAdminFlag(app, actor, userId(act.target), act.isAdmin)
    case 'ban': {
      const expires_at = until(act.hours)
      return banUser(app, actor, userId(act.target), { reason: 'x', is_permanent: !expires_at, expires_at })
    }
    case 'change': {
      const expires_at = until(act.hours)
      return changeBan(app, actor, userId(act.target), { is_permanent: !expires_at, expires_at })
    }
    case 'bulkBan': {
      const ends = { is_permanent: act.hours === null, expires_at: until(act.hours) }
      return banInBulk(app, actor, { ids: act.targets.map(userId), reason: 'x', ...ends, hide_scripts: null })
    }
    case 'caseBan':
      return banByReport(app, actor, userId(act.target), until(act.hours))
    case 'caseLift':
      return liftByAppeal(app, actor, userId(act.target))
    case 'bulkLift':
      return liftBansInBulk(app, actor, { ids: act.targets.map(userId) })
    case 'bulkSuspend':
      return suspendInBulk(app, actor, { ids: act.targets.map(userId), reason: 'x', hide_scripts: null })
    case 'unban':
      return unbanUser(app, actor, userId(act.target))
    default:
      return suspendUser(app, actor, userId(act.target), { suspended: act.isSuspended })
  }
}
