import { and, eq, lt, notLike, or } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'

import { users } from './users.tables.ts'

/** People of whom a whole address older than that is kept. A shortened one has a slash. */
export async function selectOldAddresses(db: Db, before: Date) {
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

/** Each is written only while it is still the address that was read. */
export async function updateAddress(
  db: Db,
  id: number,
  column: 'registrationIp' | 'lastLoginIp',
  address: { whole: string; shortened: string },
): Promise<void> {
  await db
    .update(users)
    .set({ [column]: address.shortened })
    .where(and(eq(users.id, id), eq(users[column], address.whole)))
}
