import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** `scriptCount` is the number of published scripts, updated by the writes that change it. */
export const categories = pgTable('categories', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  nameKey: text('name_key').notNull().unique(),
  description: text().notNull().default(''),
  icon: text().notNull().default('Folder'),
  color: text().notNull().default('#ad9c7e'),
  scriptCount: integer('script_count').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
