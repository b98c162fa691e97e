import { sql } from 'drizzle-orm'
import { integer, text, type AnyPgColumn } from 'drizzle-orm/pg-core'

/** The id of the row that this one belongs to, and is deleted with. */
export const belongsTo = <Name extends string>(name: Name, id: () => AnyPgColumn) =>
  integer(name).notNull().references(id, { onDelete: 'cascade' })

/** A list of texts, at first empty. */
export const textList = <Name extends string>(name: Name) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'`)
