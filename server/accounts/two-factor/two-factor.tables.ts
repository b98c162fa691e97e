import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'

import { users } from '#server/access/users/users.tables.ts'

/** Hashes of the unused recovery codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    hash: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)
