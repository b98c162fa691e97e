import { z } from 'zod/mini'

const count = z.int().check(z.nonnegative())

/** A file of the archive. */
export const PackMember = z.object({
  path: z.string(),
  size: count,
  /** Hex of the first 16 bytes of the hash of its original content. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  kind: z.enum(['text', 'image', 'binary', 'escrowed']),
  /** The type that its first bytes show. */
  type: z.nullable(z.string()),
  /** Where it is in the pack: a text as one gzip stream of UTF-8, an image as it is. */
  stored: z.nullable(z.object({ at: count, length: count })),
  /** The number of lines of a text. */
  lines: z.nullable(count),
  charset: z.nullable(z.enum(['utf-8', 'utf-16', 'windows-1252'])),
  /** Why it was not read, where it could be code. */
  notRead: z.nullable(z.string()),
})
export type PackMember = z.output<typeof PackMember>

/** The end of a pack: JSON, compressed with gzip. */
export const PackIndex = z.object({
  version: z.literal(1),
  /** The size of the archive in bytes. */
  archiveSize: count,
  folders: count,
  members: z.array(PackMember),
})
export type PackIndex = z.output<typeof PackIndex>
