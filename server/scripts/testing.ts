import { randomBytes } from 'node:crypto'

import type { ScriptStatus } from '#contract/script-fields.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { findCategory } from '#server/categories/categories.public.ts'

import { insertArchive, insertPictures, insertScript } from './script-changes.queries.ts'
import { countScript } from './script-counts.queries.ts'
import { insertScriptDoc } from './script-docs.queries.ts'
import { announceScript } from './script-tags.ts'

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
  /** How many pictures; their files do not exist. */
  pictures?: number
}

/** A script as a submission leaves it, only that its files are not in the store; returns its id. */
export async function insertTestScript({ db }: { db: Db }, script: TestScript): Promise<number> {
  const {
    author,
    name = 'Garage system',
    description = 'A script that somebody wrote for a test.',
    category = 'Scripts',
    status = 'Readable',
    publication = 'published',
    version = '1.0.0',
    tags = [],
    downloads = 0,
    views = 0,
    createdAt,
    pictures = 1,
  } = script
  return inTransaction(db, async (tx) => {
    const found = await findCategory(tx, category)
    if (!found) throw new Error(`There is no category ${category}`)
    const places = Array.from({ length: pictures }, () => randomBytes(12).toString('hex'))
    const image = places[0] ? `/files/images/${places[0]}-960.webp` : null
    const counted = { categoryId: found.id, status, userId: author.id, downloads }
    const row = { ...counted, name, publication, version, tags, image, fileSize: 1234, views }
    const dated = createdAt ? { ...row, createdAt } : row
    const id = await insertScript(tx, dated)
    await insertScriptDoc(tx, id, { name, tags, description })
    await insertArchive(tx, id, archiveOf(id))
    await insertPictures(tx, id, places.map(pictureAt))
    if (publication === 'published') await countScript(tx, counted, 1)
    announceScript(tx, { id, categoryId: found.id, userId: author.id })
    return id
  })
}

function archiveOf(id: number) {
  return {
    key: `archives/test-${id}-${randomBytes(6).toString('hex')}.zip`,
    fileName: 'upload.zip',
    extension: 'zip',
    path: '',
    uploadKey: undefined,
    size: 1234,
    sha256: 'a'.repeat(64),
    entries: 3,
    unpackedSize: 5678,
  }
}

function pictureAt(place: string) {
  return {
    key: place,
    address: `/files/images/${place}-960.webp`,
    files: [`images/${place}-960.webp`],
    width: 1280,
    height: 720,
    color: '#ad9c7e',
  }
}
