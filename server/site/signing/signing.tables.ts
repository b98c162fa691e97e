import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** The Ed25519 keys that sign what other tools read. All nodes and backups share them. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    /** The thumbprint of the public key (RFC 7638). */
    id: text().primaryKey(),
    /** Base64url, as `x` of a JSON Web Key. */
    publicKey: text('public_key').notNull(),
    /** Encrypted with a key of the secret of the site. */
    privateKey: text('private_key').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Set for a former key, which verifies older signatures until it is removed. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  () => [
    uniqueIndex('signing_keys_current')
      .on(sql`(retired_at is null)`)
      .where(sql`retired_at is null`),
  ],
)
