import { and, eq, lt, notLike, or } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { users } from './users.tables.ts'

/** Users with a whole IP from before that time; an anonymized IP contains a slash. */
export async function selectWholeIps(db: Db, before: Date) {
  const { id, registrationIp, createdAt, lastLoginIp, lastLoginAt } = users
  return db
    .select({ id, registrationIp, createdAt, lastLoginIp, lastLoginAt })
    .from(users)
    .where(
      or(
        and(lt(createdAt, before), notLike(registrationIp, '%/%')),
        and(lt(lastLoginAt, before), notLike(lastLoginIp, '%/%')),
      ),
    )
}

/** Does nothing if the IP has changed since it was read. */
export async function updateIp(
  db: Db,
  id: number,
  column: 'registrationIp' | 'lastLoginIp',
  from: string,
  to: string,
): Promise<void> {
  await db
    .update(users)
    .set({ [column]: to })
    .where(and(eq(users.id, id), eq(users[column], from)))
}
