import { boolean, doublePrecision, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What the nodes of a hub count together, in seconds of the database's clock. Made unlogged in its migration:
 * what a crash of the database forgets here frees somebody early and harms nobody.
 */
export const limits = pgTable('limits', {
  id: text().primaryKey(),
  askedAt: doublePrecision('asked_at').notNull(),
  /** When the bucket would be empty again. */
  emptyAt: doublePrecision('empty_at').notNull(),
  tolerance: doublePrecision().notNull(),
  /** Whether there was room for the call that asked last. */
  isCounted: boolean('is_counted').notNull().default(true),
})
