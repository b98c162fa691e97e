import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

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

/**
 * Names that categories had, and those of deleted categories whose scripts were moved: links with them still lead to the
 * scripts. A category that has the name now comes first.
 */
export const formerCategoryNames = pgTable(
  'former_category_names',
  {
    nameKey: text('name_key').primaryKey(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (table) => [index('former_category_names_category').on(table.categoryId)],
)
