import { pgTable, text, boolean, doublePrecision } from 'drizzle-orm/pg-core'

/** Settings that all nodes must share, as the last node stored them that started alone. */
export const clusterSettings = pgTable('cluster_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/**
 * Buckets of the shared limiter, in seconds of the database clock. The migration makes the table unlogged: after a
 * crash of the database it is empty, which only resets the limits.
 */
export const limits = pgTable('limits', {
  id: text().primaryKey(),
  askedAt: doublePrecision('asked_at').notNull(),
  /** When the bucket is empty. */
  emptyAt: doublePrecision('empty_at').notNull(),
  tolerance: doublePrecision().notNull(),
  /** True if the last call was counted. */
  isCounted: boolean('is_counted').notNull().default(true),
})
