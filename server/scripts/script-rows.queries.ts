import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'

import type { ScriptDetails } from '#contract/scripts/script-fields.ts'
import type { ScriptStatus } from '#contract/scripts/script-limits.ts'
import type { ScriptState } from '#contract/scripts/script-authors.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'

import { membersColumn, withMembers } from './authors.queries.ts'
import type { Authored } from './scripts.rules.ts'
import {
  publications,
  scriptDocs,
  scriptFiles,
  scriptImages,
  scripts,
  scriptStates,
} from './scripts.tables.ts'
import { scriptVersions } from './versions.tables.ts'

type ArchiveRow = Omit<typeof scriptFiles.$inferInsert, 'scriptId' | 'createdAt'>
export type ImageRow = Omit<typeof scriptImages.$inferInsert, 'id' | 'scriptId' | 'position'>

type NewScript = {
  name: string
  userId: number
  categoryId: number
  status: ScriptStatus
  publication: (typeof publications)[number]
  version: string
  tags: string[]
  image: string | null
  fileSize: number
}

export async function insertScript(tx: Db, script: NewScript): Promise<number> {
  const [row] = await tx
    .insert(scripts)
    .values({ ...script, attributes: ['report:waiting'] })
    .returning({ id: scripts.id })
  if (!row) throw new Error('The new script has no id')
  return row.id
}

export async function updateScript(tx: Db, id: number, change: Partial<NewScript>): Promise<void> {
  await tx
    .update(scripts)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(scripts.id, id))
}

/** Locks the row, so that concurrent edits of one script run one after the other. */
export async function selectScriptForUpdate(tx: Db, id: number): Promise<ScriptRow | undefined> {
  const [row] = await tx.select().from(scripts).where(eq(scripts.id, id)).for('update')
  const [script] = await withMembers(tx, row ? [row] : [])
  return script
}

/** The first scripts of a category, of every state, locked. */
export async function selectScriptsOfCategory(tx: Db, category: number, max: number) {
  const { id, categoryId, userId, status, publication } = scripts
  return tx
    .select({ id, categoryId, userId, status, publication })
    .from(scripts)
    .where(eq(categoryId, category))
    .orderBy(asc(id))
    .limit(max)
    .for('update')
}

/** The time of the last edit stays. */
export async function updateCategoryOfScripts(
  tx: Db,
  ids: readonly number[],
  category: number,
): Promise<void> {
  await tx
    .update(scripts)
    .set({ categoryId: category })
    .where(inArray(scripts.id, [...ids]))
}

export type ScriptRow = typeof scripts.$inferSelect & Authored

const ownershipColumns = {
  id: scripts.id,
  userId: scripts.userId,
  publication: scripts.publication,
  name: scripts.name,
  members: membersColumn,
}

/** The authors and the publication state of a script. */
export async function selectOwnership(db: Db, id: number) {
  const query = preparedStatement(db, 'script_ownership', (on) =>
    on
      .select(ownershipColumns)
      .from(scripts)
      .where(eq(scripts.id, sql.placeholder('id'))),
  )
  const [row] = await query.execute({ id })
  return row
}

/** Ordered by id, without those that were deleted. */
export async function selectOwnerships(db: Db, ids: readonly number[]) {
  return db
    .select(ownershipColumns)
    .from(scripts)
    .where(inArray(scripts.id, [...ids]))
    .orderBy(scripts.id)
}

export async function selectOwnersOf(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ userId: scripts.userId })
    .from(scripts)
    .where(inArray(scripts.id, [...ids]))
  return rows.map(({ userId }) => userId)
}

export async function selectDescription(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ text: scriptDocs.description })
    .from(scriptDocs)
    .where(eq(scriptDocs.scriptId, id))
  return row?.text
}

/** Fields that are undefined stay as they are. An empty text is no value. */
export async function updateScriptDetails(
  tx: Db,
  id: number,
  details: { [Name in keyof ScriptDetails]?: ScriptDetails[Name] | undefined },
): Promise<void> {
  const names = ['documentation', 'license', 'sourceUrl', 'documentationUrl', 'supportUrl'] as const
  const sent = names.filter((name) => details[name] !== undefined)
  const change = Object.fromEntries(sent.map((name) => [name, details[name] || null]))
  if (sent.length > 0) await tx.update(scriptDocs).set(change).where(eq(scriptDocs.scriptId, id))
}

/** The archives of all versions. */
export async function selectArchiveKeys(db: Db, scriptId: number): Promise<string[]> {
  const rows = await db
    .select({ key: sql<string>`${scriptVersions.key}` })
    .from(scriptVersions)
    .where(and(eq(scriptVersions.scriptId, scriptId), isNotNull(scriptVersions.key)))
  return rows.map(({ key }) => key)
}

export async function insertArchive(tx: Db, scriptId: number, archive: ArchiveRow): Promise<void> {
  const { key, fileName, extension, size, sha256, entries, unpackedSize } = archive
  await tx
    .insert(scriptFiles)
    .values({ scriptId, key, fileName, extension, size, sha256, entries, unpackedSize })
}

export async function selectImages(db: Db, scriptId: number) {
  const { id, url, files, position } = scriptImages
  return db
    .select({ id, url, files, position })
    .from(scriptImages)
    .where(eq(scriptImages.scriptId, scriptId))
    .orderBy(asc(position), asc(id))
}

/** In the given order; the first image is the cover. Returns their ids. */
export async function insertImages(tx: Db, scriptId: number, images: readonly ImageRow[]): Promise<number[]> {
  if (images.length === 0) return []
  const rows = await tx
    .insert(scriptImages)
    .values(images.map((image, position) => ({ ...image, scriptId, position })))
    .returning({ id: scriptImages.id })
  return rows.map(({ id }) => id)
}

/** `ids` are all images of the script in their order; the first one is the cover. */
export async function updateImageOrder(tx: Db, scriptId: number, ids: readonly number[]): Promise<void> {
  const { id } = scriptImages
  await tx
    .update(scriptImages)
    .set({ position: sql`array_position(${sql.param([...ids])}::integer[], ${id}) - 1` })
    .where(eq(scriptImages.scriptId, scriptId))
}

export async function removeImages(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(scriptImages).where(inArray(scriptImages.id, [...ids]))
}

/** Deletes the script; foreign keys cascade to its texts, files, images and likes. */
export async function deleteScriptRow(tx: Db, id: number): Promise<void> {
  await tx.delete(scripts).where(eq(scripts.id, id))
}

/** The keys that rows reference. */
export async function selectReferencedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const archives = await db
    .select({ key: sql<string>`${scriptVersions.key}` })
    .from(scriptVersions)
    .where(inArray(scriptVersions.key, [...keys]))
  const images = await db
    .select({ files: scriptImages.files })
    .from(scriptImages)
    .where(sql`${scriptImages.files} && ${sql.param([...keys])}::text[]`)
  return new Set([...archives.map(({ key }) => key), ...images.flatMap(({ files }) => files)])
}

/** One batch of archives of versions, ordered by version id. */
export async function selectVersionArchivesAfter(db: Db, id: number, limit: number) {
  const { scriptId, size, sha256 } = scriptVersions
  return db
    .select({ id: scriptVersions.id, scriptId, key: sql<string>`${scriptVersions.key}`, size, sha256 })
    .from(scriptVersions)
    .where(and(gt(scriptVersions.id, id), isNotNull(scriptVersions.key)))
    .orderBy(asc(scriptVersions.id))
    .limit(limit)
}

/** One batch of images, ordered by id. */
export async function selectImagesAfter(db: Db, id: number, limit: number) {
  return db
    .select({ id: scriptImages.id, scriptId: scriptImages.scriptId, files: scriptImages.files })
    .from(scriptImages)
    .where(gt(scriptImages.id, id))
    .orderBy(asc(scriptImages.id))
    .limit(limit)
}

const basesLock = 724_410_558

/** Until the end of the transaction no other one changes what a script is based on. */
export async function lockBases(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${basesLock})`)
}

/** Directly or through other scripts. `union` ends a loop of an earlier release. */
export async function selectIsBasedOn(tx: Db, scriptId: number, other: number): Promise<boolean> {
  const { rows } = await tx.execute<{ isBasedOn: boolean }>(sql`
    with recursive bases as (
      select based_on from script_states where script_id = ${scriptId}
      union
      select s.based_on from script_states s join bases b on s.script_id = b.based_on
    )
    select ${other} in (select based_on from bases where based_on is not null) as "isBasedOn"`)
  return rows[0]?.isBasedOn === true
}

export async function upsertState(
  tx: Db,
  scriptId: number,
  { maintenance, basedOn }: ScriptState,
): Promise<void> {
  const values = { maintenance: maintenance === 'active' ? null : maintenance, basedOn }
  await tx
    .insert(scriptStates)
    .values({ scriptId, ...values })
    .onConflictDoUpdate({ target: scriptStates.scriptId, set: values })
}
