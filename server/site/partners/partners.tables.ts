import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const partners = pgTable('partners', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  logoUrl: text('logo_url').notNull(),
  websiteUrl: text('website_url').notNull(),
  discordUrl: text('discord_url').notNull(),
  description: text().notNull().default(''),
  isFeatured: boolean('is_featured').notNull().default(false),
  isPlaceholder: boolean('is_placeholder').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
