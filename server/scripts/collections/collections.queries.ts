import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'

import { unionAll } from 'drizzle-orm/pg-core'

import {
  collectionLimits,
  type CollectionEntryValues,
  type CollectionSort,
} from '#contract/scripts/collections.ts'
import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

import {
  collectionEditors,
  collectionEntries,
  collections,
  searchedText,
} from '#server/scripts/collections.tables.ts'

const c = collections
const e = collectionEntries
const v = scriptVersions

const isListed = and(eq(c.visibility, 'public'), isNull(c.removedAt))

/** A collection has few entries, so each count is cheap. */
const fromCollections = (db: Db) =>
  db
    .select({
      collection: c,
      username: users.username,
      entryCount: sql<number>`(
        select count(*)::int from collection_entries ce where ce.collection_id = collections.id)`,
      covers: sql<{ id: number; image: string }[]>`(
        select coalesce(json_agg(f order by f.position), '[]') from (
          select s.id, s.image, ce.position from collection_entries ce join scripts s on s.id = ce.script_id
          where ce.collection_id = collections.id and s.publication = 'published' and s.image is not null
          order by ce.position limit ${collectionLimits.imagesMax}) f)`,
    })
    .from(c)
    .innerJoin(users, eq(users.id, c.userId))

export type CollectionRow = Awaited<ReturnType<typeof fromCollections>>[number]

type Listed = { sort: CollectionSort; words: readonly string[]; authorId: number | undefined }

const orders = {
  newest: [desc(c.id)],
  updated: [desc(c.updatedAt), desc(c.id)],
  followers: [desc(c.followers), desc(c.id)],
}

const matches = ({ words, authorId }: Listed) =>
  and(
    isListed,
    words.length === 0
      ? undefined
      : sql`${searchedText} @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`,
    authorId === undefined ? undefined : eq(c.userId, authorId),
  )

/** The page is chosen before the rows are read: PostgreSQL would count the entries of all rows before it, too. */
export async function selectPublicCollections(
  db: Db,
  filter: Listed,
  { limit, offset }: Record<'limit' | 'offset', number>,
): Promise<CollectionRow[]> {
  const order = orders[filter.sort]
  const page = db
    .select({ id: c.id })
    .from(c)
    .where(matches(filter))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return fromCollections(db)
    .where(inArray(c.id, page))
    .orderBy(...order)
}

/** At most the number that is listed. */
export async function selectPublicCount(db: Db, filter: Listed): Promise<number> {
  const listed = db
    .select({ one: sql`1` })
    .from(c)
    .where(matches(filter))
    .limit(collectionLimits.listedMax)
    .as('listed')
  return db.$count(listed)
}

/** With those of others that the user edits. */
export async function selectOwnCollections(db: Db, userId: number): Promise<CollectionRow[]> {
  const own = db.select({ id: c.id }).from(c).where(eq(c.userId, userId))
  const edited = db
    .select({ id: collectionEditors.collectionId })
    .from(collectionEditors)
    .where(eq(collectionEditors.userId, userId))
  return fromCollections(db)
    .where(inArray(c.id, unionAll(own, edited)))
    .orderBy(desc(c.id))
}

/** Those of the collections that have the script. */
export async function selectCollectionsWith(
  db: Db,
  ids: readonly number[],
  scriptId: number,
): Promise<Set<number>> {
  const rows = await db
    .select({ id: e.collectionId })
    .from(e)
    .innerJoin(c, and(eq(c.id, e.collectionId), eq(c.userId, e.userId)))
    .where(and(inArray(c.id, [...ids]), eq(e.scriptId, scriptId)))
  return new Set(rows.map(({ id }) => id))
}

export async function selectCollection(db: Db, id: number): Promise<CollectionRow | undefined> {
  const [row] = await fromCollections(db).where(eq(c.id, id))
  return row
}

export async function selectCollectionForUpdate(tx: Db, id: number) {
  const [row] = await tx.select().from(c).where(eq(c.id, id)).for('update')
  return row
}

/** In the order in which they joined. */
export async function selectEditors(db: Db, collectionId: number) {
  const { id, username, avatar } = users
  return db
    .select({ id, username, avatar, since: collectionEditors.since })
    .from(collectionEditors)
    .innerJoin(users, eq(users.id, collectionEditors.userId))
    .where(eq(collectionEditors.collectionId, collectionId))
    .orderBy(asc(collectionEditors.since), asc(id))
}

export async function insertEditor(tx: Db, row: typeof collectionEditors.$inferInsert): Promise<void> {
  await tx.insert(collectionEditors).values(row)
}

export async function deleteEditor(tx: Db, collectionId: number, userId: number): Promise<void> {
  await tx
    .delete(collectionEditors)
    .where(and(eq(collectionEditors.collectionId, collectionId), eq(collectionEditors.userId, userId)))
}

export async function selectSavedId(tx: Db, userId: number): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.userId, userId), c.isSaved))
  return row?.id
}

export async function selectCollectionCount(tx: Db, userId: number): Promise<number> {
  return tx.$count(c, eq(c.userId, userId))
}

export async function insertCollection(tx: Db, values: typeof c.$inferInsert): Promise<number> {
  const [row] = await tx.insert(c).values(values).returning({ id: c.id })
  if (!row) throw new Error('The new collection has no id')
  return row.id
}

export async function updateCollection(
  tx: Db,
  id: number,
  change: Partial<typeof c.$inferInsert>,
): Promise<void> {
  await tx.update(c).set(change).where(eq(c.id, id))
}

export async function deleteCollection(tx: Db, id: number): Promise<void> {
  await tx.delete(c).where(eq(c.id, id))
}

/** In their order. */
export async function selectEntries(db: Db, collectionId: number) {
  return db
    .select({
      scriptId: e.scriptId,
      versionId: e.versionId,
      note: e.note,
      addedAt: e.addedAt,
      publication: scripts.publication,
      number: v.number,
      withdrawnAt: v.withdrawnAt,
    })
    .from(e)
    .leftJoin(scripts, eq(scripts.id, e.scriptId))
    .leftJoin(v, eq(v.id, e.versionId))
    .where(eq(e.collectionId, collectionId))
    .orderBy(asc(e.position))
}

export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

type Owned = { id: number; userId: number }

export async function replaceEntries(
  tx: Db,
  { id, userId }: Owned,
  entries: readonly (CollectionEntryValues & { addedAt: Date })[],
): Promise<void> {
  await tx.delete(e).where(eq(e.collectionId, id))
  if (entries.length === 0) return
  await tx.insert(e).values(
    entries.map((entry, position) => ({
      ...entry,
      collectionId: id,
      position,
      userId,
    })),
  )
}

/** At the end; an entry of the same script stays where it is. Positions have gaps where scripts were removed. */
export async function upsertEntry(
  tx: Db,
  { id, userId }: Owned,
  { scriptId, versionId, note, addedAt }: CollectionEntryValues & { addedAt: Date },
): Promise<void> {
  await tx
    .insert(e)
    .values({
      collectionId: id,
      position: sql`(select coalesce(max(position) + 1, 0) from ${e} where collection_id = ${id})`,
      userId,
      scriptId,
      versionId,
      note,
      addedAt,
    })
    .onConflictDoUpdate({ target: [e.userId, e.collectionId, e.scriptId], set: { versionId, note } })
}

/** Returns whether the collection had the script. */
export async function deleteEntry(tx: Db, collectionId: number, scriptId: number): Promise<boolean> {
  const { rowCount } = await tx
    .delete(e)
    .where(and(eq(e.collectionId, collectionId), eq(e.scriptId, scriptId)))
  return (rowCount ?? 0) > 0
}

/** Undefined unless it is public. */
export async function selectFollowable(db: Db, id: number) {
  const [row] = await db
    .select({ userId: c.userId, title: c.title, followers: c.followers })
    .from(c)
    .where(and(eq(c.id, id), isListed))
  return row
}

/** The names of public scripts that were added later, in the order of the collection. */
export async function selectAddedSince(tx: Db, collectionId: number, since: Date): Promise<string[]> {
  const rows = await tx
    .select({ name: scripts.name })
    .from(e)
    .innerJoin(scripts, eq(scripts.id, e.scriptId))
    .where(and(eq(e.collectionId, collectionId), gt(e.addedAt, since), eq(scripts.publication, 'published')))
    .orderBy(asc(e.position))
  return rows.map(({ name }) => name)
}

/** Those of the scripts that are public. */
export async function selectPublicScripts(tx: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: scripts.id })
    .from(scripts)
    .where(and(inArray(scripts.id, [...ids]), eq(scripts.publication, 'published')))
  return new Set(rows.map(({ id }) => id))
}

/** Those of the versions that are public and not withdrawn, with their scripts. */
export async function selectPublicVersions(tx: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: v.id, scriptId: v.scriptId })
    .from(v)
    .where(and(inArray(v.id, [...ids]), isNull(v.withdrawnAt), isNotNull(v.publishedAt)))
  return new Map(rows.map(({ id, scriptId }) => [id, scriptId]))
}
