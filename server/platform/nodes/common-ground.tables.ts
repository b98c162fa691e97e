import { pgTable, text } from 'drizzle-orm/pg-core'

/** What all nodes of a hub have to have in common, as the last one noted that started alone. */
export const commonGround = pgTable('common_ground', {
  name: text().primaryKey(),
  value: text().notNull(),
})
