import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'

import type { ScriptStatus } from '#contract/scripts/script-limits.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { findCategory } from '#server/scripts/scripts.public.ts'

import { insertArchive, insertImages, insertScript } from '../server/scripts/script-rows.queries.ts'
import { insertVersion } from '../server/scripts/version-rows.queries.ts'
import { countScripts } from '../server/scripts/script-counts.queries.ts'
import { insertScriptDoc } from '#server/scripts/script-search/documents.queries.ts'
import { invalidateScript } from '../server/scripts/script-tags.ts'

export type TestScript = {
  author: { id: number }
  name?: string
  description?: string
  category?: string
  status?: ScriptStatus
  publication?: 'published' | 'review'
  version?: string
  tags?: string[]
  downloads?: number
  views?: number
  createdAt?: Date
  /** The number of images; their files do not exist. */
  images?: number
}

/** Inserts the rows of a submitted script without its files; returns its id. */
export async function insertTestScript({ db }: { db: Db }, script: TestScript): Promise<number> {
  const {
    author,
    name = 'Garage system',
    description = 'A script for a test.',
    category = 'Scripts',
    status = 'Readable',
    publication = 'published',
    version = '1.0.0',
    tags = [],
    downloads = 0,
    views = 0,
    createdAt,
    images = 1,
  } = script
  return inTransaction(db, async (tx) => {
    const found = await findCategory(tx, category)
    if (!found) throw new Error(`Unknown category ${category}`)
    const keys = Array.from({ length: images }, () => randomBytes(12).toString('hex'))
    const image = keys[0] ? `/files/images/${keys[0]}-960.webp` : null
    const counted = { categoryId: found.id, status, userId: author.id, downloads }
    const row = { ...counted, name, publication, version, tags, image, fileSize: 1234, views }
    const dated = createdAt ? { ...row, createdAt } : row
    const id = await insertScript(tx, dated)
    await insertScriptDoc(tx, id, { name, tags, description })
    const archive = archiveRow(id)
    await insertArchive(tx, id, archive)
    // Before every time of a test's clock.
    const publishedAt = publication === 'published' ? new Date('2020-01-01') : null
    await insertVersion(tx, { ...archive, scriptId: id, number: version, publishedAt })
    await insertImages(tx, id, keys.map(imageRow))
    if (publication === 'published') await countScripts(tx, [counted], 1)
    invalidateScript(tx, { id, categoryId: found.id, userId: author.id })
    return id
  })
}

/** Publishes the version of such a script now, or adds one with another number; returns its id. */
export async function insertTestVersion(
  { db }: { db: Db },
  scriptId: number,
  number = '1.0.0',
): Promise<number> {
  const { rows: published } = await db.execute<{ id: number }>(sql`
    update script_versions set published_at = now() where script_id = ${scriptId} and number = ${number} returning id`)
  const { rows: added } = await db.execute<{ id: number }>(sql`
    insert into script_versions
      (script_id, number, key, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    select script_id, ${number}, key || ${`.${number}`}, file_name, extension, size, sha256, entries, unpacked_size, now()
    from script_files where script_id = ${scriptId} and ${published.length === 0} returning id`)
  const [version] = [...published, ...added]
  if (!version) throw new Error(`Script ${scriptId} has no archive`)
  return version.id
}

function archiveRow(id: number) {
  return {
    key: `archives/test-${id}-${randomBytes(6).toString('hex')}.zip`,
    fileName: 'upload.zip',
    extension: 'zip',
    size: 1234,
    // Equal archives would be of one uploader.
    sha256: id.toString(16).padStart(64, 'a'),
    entries: 3,
    unpackedSize: 5678,
  }
}

function imageRow(key: string) {
  return {
    key,
    url: `/files/images/${key}-960.webp`,
    files: [`images/${key}-960.webp`],
    width: 1280,
    height: 720,
    color: '#ad9c7e',
  }
}
