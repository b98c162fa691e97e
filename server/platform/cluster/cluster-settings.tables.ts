import { pgTable, text } from 'drizzle-orm/pg-core'

/** Settings that all nodes must share, as the last node stored them that started alone. */
export const clusterSettings = pgTable('cluster_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
})
