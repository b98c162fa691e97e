import { sql } from 'drizzle-orm'

import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import { startSession } from '#server/accounts/accounts.public.ts'
import { insertUser } from '#test-support/users.ts'

export type Actor = { name: string; id: number; token: string | undefined }

/** The group of each actor. */
const groups: Record<string, string> = {
  member: 'member',
  uploader: 'verified',
  moderator: 'moderator',
  administrator: 'administrator',
  owner: 'owner',
  banned: 'administrator',
  inactive: 'verified',
  suspended: 'moderator',
  'signed out': 'administrator',
}

const password = 'a password of the fuzzer'
const client = { ip: '127.0.0.1', userAgent: 'fuzz' }

/** A user of each group and account status, a visitor, and one with a forged token. */
export async function createActors(app: App): Promise<Actor[]> {
  const actors: Actor[] = [
    { name: 'visitor', id: 0, token: undefined },
    { name: 'forged', id: 0, token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
  ]
  const hash = await hashPassword(password)
  for (const name of Object.keys(groups)) {
    const id = await insertUser(app.db, usernameOf(name))
    await app.db.execute(sql`insert into credentials (user_id, password_hash) values (${id}, ${hash})`)
    actors.push({ name, id, token: undefined })
  }
  await resetActors(app, actors)
  return actors
}

/** Undoes what requests changed: they sign users out, ban, rename and promote them. */
export async function resetActors(app: App, actors: readonly Actor[]): Promise<void> {
  const { db } = app
  for (const actor of actors.filter(({ id }) => id > 0)) {
    const { id, name } = actor
    const username = usernameOf(name)
    const email = `${username}@example.com`
    await db.execute(sql`
      update users set username = ${username}, username_key = ${username}, email = ${email}, email_key = ${email},
        email_verified = ${name === 'member'}, is_owner = ${name === 'owner'}, is_admin = false, locked_until = null,
        status = ${name === 'inactive' || name === 'suspended' ? name : 'active'} where id = ${id}`)
    await db.execute(sql`delete from memberships where user_id = ${id}`)
    await db.execute(sql`
      insert into memberships (user_id, group_id) select ${id}, id from groups where name = ${groups[name]}`)
    await db.execute(sql`delete from bans where user_id = ${id}`)
    actor.token = (await startSession(db, app, { id, holdsAdminKey: true }, client)).token
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

function usernameOf(actor: string): string {
  return actor.replace(' ', '-')
}
