import { z } from 'zod/mini'

const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/))

/** The metadata of a copy. The rows are in one file per table. */
export const DatabaseCopy = z.object({
  /** The last migration that the database had. */
  migration: z.object({ at: z.number(), hash: z.string() }),
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.number() })),
  /** `bound` is SQL that a restore executes, so only the form that the app writes is accepted. */
  partitions: z.array(
    z.object({
      name,
      parent: name,
      bound: z.string().check(z.regex(/^FOR VALUES FROM \('[\d :+-]+'\) TO \('[\d :+-]+'\)$/)),
    }),
  ),
  sequences: z.array(z.object({ name, value: z.string().check(z.regex(/^\d+$/)) })),
})
export type DatabaseCopy = z.infer<typeof DatabaseCopy>
