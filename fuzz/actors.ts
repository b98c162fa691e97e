import { sql } from 'drizzle-orm'

import type { Hub } from '#platform/hub.ts'
import { hashPassword } from '#platform/passwords.ts'
import { openSession } from '#server/sessions/sessions.public.ts'

export type Actor = { name: string; id: number; token: string | undefined }

const groups = {
  member: 'member',
  uploader: 'verified',
  moderator: 'moderator',
  administrator: 'administrator',
  owner: 'owner',
  banned: 'administrator',
  inactive: 'verified',
  suspended: 'moderator',
  'signed out': 'administrator',
} as const

const password = 'a password of the fuzzer'

/** People of every standing, and two without any. */
export async function makeActors(hub: Hub): Promise<Actor[]> {
  const actors: Actor[] = [
    { name: 'visitor', id: 0, token: undefined },
    { name: 'forged', id: 0, token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
  ]
  const hash = await hashPassword(password)
  for (const name of Object.keys(groups)) {
    const key = name.replace(' ', '-')
    const { rows } = await hub.db.execute<{ id: number }>(sql`
      insert into users (username, username_key, email, email_key)
      values (${key}, ${key}, ${`${key}@example.com`}, ${`${key}@example.com`}) returning id`)
    const id = rows[0]?.id ?? 0
    await hub.db.execute(sql`insert into credentials (user_id, password_hash) values (${id}, ${hash})`)
    actors.push({ name, id, token: undefined })
  }
  await restoreActors(hub, actors)
  return actors
}

/** Puts everybody back where they were: requests sign people out, ban, rename and promote them. */
export async function restoreActors(hub: Hub, actors: readonly Actor[]): Promise<void> {
  const { db } = hub
  for (const actor of actors.filter(({ id }) => id > 0)) {
    const { id, name } = actor
    const key = name.replace(' ', '-')
    await db.execute(sql`
      update users set username = ${key}, username_key = ${key}, email = ${`${key}@example.com`},
        email_key = ${`${key}@example.com`}, email_verified = ${name === 'member'}, is_owner = ${name === 'owner'}, is_admin = false, locked_until = null,
        status = ${name === 'inactive' || name === 'suspended' ? name : 'active'} where id = ${id}`)
    await db.execute(sql`delete from memberships where user_id = ${id}`)
    await db.execute(sql`
      insert into memberships (user_id, group_id) select ${id}, id from groups where name = ${groupOf(name)}`)
    await db.execute(sql`delete from bans where user_id = ${id}`)
    actor.token = (await openSession(db, hub, { id, holdsAdminKey: true }, client)).token
  }
  await db.execute(
    sql`update groups g set member_count = (select count(*) from memberships m where m.group_id = g.id)`,
  )
  await db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    select id, 'spam', true, 'owner', -2 from users where username_key = 'banned'`)
  await db.execute(sql`
    insert into discord_links (user_id, discord_user_id) select id, '123456789012345678' from users
    where username_key = 'moderator' on conflict do nothing`)
  await db.execute(sql`
    update sessions set expires_at = now() - interval '1 day'
    where user_id = (select id from users where username_key = 'signed-out')`)
}

const client = { ip: '127.0.0.1', userAgent: 'fuzz' }

function groupOf(name: string): string | undefined {
  return Object.entries(groups).find(([actor]) => actor === name)?.[1]
}
