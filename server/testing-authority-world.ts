import { sql } from 'drizzle-orm'

import { after, hour } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { Failure } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { banUser } from './bans/ban-user.ts'
import { unbanUser } from './bans/unban-user.ts'
import { assignGroup, editAssignment, unassignGroup } from './groups/assign-group.ts'
import { createGroup } from './groups/create-group.ts'
import { deleteGroup } from './groups/delete-group.ts'
import { editGroup } from './groups/edit-group.ts'
import { endExpiredMemberships } from './groups/groups.public.ts'
import { isBanned, type Act, type Model, type ModelGroup } from './testing-authority.ts'
import { editGroupsOfUser } from './user-admin/edit-groups-of-user.ts'
import { setAdminFlag } from './user-admin/set-admin-flag.ts'
import { suspendUser } from './user-admin/suspend-user.ts'

class Over extends Error {}

/** Everything in one transaction that is never committed: ten thousand worlds leave nothing. */
export async function inPassingWorld(db: Db, live: (tx: Db) => Promise<void>): Promise<void> {
  const passing = inTransaction(db, async (tx) => {
    await live(tx)
    throw new Over()
  })
  await passing.catch((error: unknown) => {
    if (!(error instanceof Over)) throw error
  })
}

export type World = { userIds: number[]; groupIds: number[] }
let names = 0

/** The people and groups of the model, as rows. */
export async function buildWorld(tx: Db, model: Model): Promise<World> {
  await tx.execute(sql`delete from groups`)
  const world: World = { userIds: [], groupIds: [] }
  for (const group of model.groups) if (group) world.groupIds.push(await insertGroup(tx, group))
  for (const { flag, memberships } of model.users) {
    const name = `w${++names}`
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into users (username, username_key, email, email_key, is_admin, is_owner)
      values (${name}, ${name}, ${name}, ${name}, ${flag === 'admin'}, ${flag === 'owner'}) returning id`)
    const id = rows[0]?.id ?? 0
    world.userIds.push(id)
    for (const [group, end] of memberships)
      await tx.execute(sql`
        insert into memberships (user_id, group_id, expires_at)
        values (${id}, ${world.groupIds[group]}, ${end?.toISOString() ?? null})`)
  }
  await tx.execute(sql`
    update groups g set member_count = (select count(*) from memberships m where m.group_id = g.id)`)
  return world
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

/** What the rows say, by places. */
export async function stateOf(tx: Db, { userIds, groupIds }: World, now: Date): Promise<unknown> {
  const { rows } = await tx.execute<{ users: unknown; groups: unknown }>(sql`
    select (
      select json_agg(json_build_array(
        case when u.is_owner then 'owner' when u.is_admin then 'admin' else 'none' end, u.status = 'suspended',
        exists (select from bans b where b.user_id = u.id and b.lifted_at is null
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

/** The same of the model. */
export function expectedState(model: Model): unknown {
  return {
    users: model.users.map((user) => [
      user.flag,
      user.isSuspended,
      isBanned(model, user),
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

/** False when the server refused. */
export async function doAct(tools: Hub, world: World, one: Act): Promise<boolean> {
  try {
    await callOf(tools, world, one)
    return true
  } catch (error) {
    if (error instanceof Failure && [400, 401, 403, 404, 409].includes(error.status)) return false
    throw error
  }
}

function callOf(tools: Hub, world: World, one: Act): Promise<unknown> {
  const userId = (index: number) => world.userIds[index] ?? 0
  const groupId = (index: number) => world.groupIds[index] ?? 0
  const until = (count: number | null) =>
    count === null ? null : after(tools.clock.now(), count * hour).toISOString()
  if (one.kind === 'wait') return Promise.resolve()
  if (one.kind === 'sweep') return endExpiredMemberships(tools)
  const actor = {
    id: userId(one.actor),
    username: '',
    isOwner: false,
    isAdmin: false,
    permissions: new Set<never>(),
    authority: 0,
    sessionHash: '',
  }
  switch (one.kind) {
    case 'add': {
      const ids = { user_id: userId(one.target), group_id: groupId(one.group) }
      if (one.door === 'user') return editGroupsOfUser(tools, actor, ids.user_id, { ...ids, action: 'add' })
      const end = one.hours === null ? {} : { expires_at: until(one.hours) }
      return assignGroup(tools, actor, ids.group_id, { ...ids, ...end })
    }
    case 'extend': {
      const ids = { userId: userId(one.target), groupId: groupId(one.group) }
      return editAssignment(tools, actor, ids, until(one.hours))
    }
    case 'remove': {
      const ids = { userId: userId(one.target), groupId: groupId(one.group) }
      if (one.door === 'group') return unassignGroup(tools, actor, ids)
      return editGroupsOfUser(tools, actor, ids.userId, { group_id: ids.groupId, action: 'remove' })
    }
    case 'create': {
      const { priority: rank, keys: permissions, isDefault } = one.group
      const name = `g${++names}`
      const looks = { name, display_name: name, description: '', color: '#666666', style_id: null }
      return createGroup(tools, actor, {
        ...looks,
        priority: rank,
        permissions: [...permissions],
        is_default: isDefault,
      }).then(({ id }) => world.groupIds.push(id))
    }
    case 'edit': {
      const { priority: rank, keys: permissions, isDefault } = one.change
      return editGroup(tools, actor, groupId(one.group), {
        priority: rank,
        permissions: permissions && [...permissions],
        is_default: isDefault,
      })
    }
    case 'delete':
      return deleteGroup(tools, actor, groupId(one.group))
    case 'flag':
      return setAdminFlag(tools, actor, userId(one.target), one.isAdmin)
    case 'ban': {
      const expires_at = until(one.hours)
      return banUser(tools, actor, userId(one.target), { reason: 'x', is_permanent: !expires_at, expires_at })
    }
    case 'unban':
      return unbanUser(tools, actor, userId(one.target))
    default:
      return suspendUser(tools, actor, userId(one.target), one.isSuspended)
  }
}
