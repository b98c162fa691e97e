import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import { scriptsApi } from '#contract/scripts/scripts.ts'
import type { FileStore } from '#platform/storage/store.ts'

import { createArchive, toSlug } from '../archives.ts'
import { catalogue, type DemoScript } from '../catalogue.ts'
import { readImage } from '../images.ts'
import { lookUp, type ScriptIds, type SeedContext, type SeededUsers } from './context.ts'
import { selectCovers, selectScriptIds, type ImageRow } from './seed.queries.ts'

/** Submits the scripts with their covers, the oldest first, so that ids grow with time, after one that is measured. */
export async function submitScripts(context: SeedContext, users: SeededUsers): Promise<ScriptIds> {
  const ids = await selectScriptIds(context.app.db)
  const submit = async (script: DemoScript) => {
    if (!ids.has(script.name)) ids.set(script.name, await submitScript(context, users, script))
  }
  // The script with id 1, whose pages bench/web measures.
  const measured = catalogue.find(({ name }) => name === 'Harbour Bank')
  if (measured) await submit(measured)
  // The server encodes one image at a time; the other requests use the time to send and to write files.
  await context.runStep({ title: 'Scripts', items: catalogue, concurrency: 3 }, submit)
  return ids
}

type Submission = Parameters<typeof createArchive>[0] &
  Pick<DemoScript, 'description' | 'category' | 'status' | 'tags' | 'cover'>

export async function submitScript(
  { callApi }: SeedContext,
  users: SeededUsers,
  script: Submission,
): Promise<number> {
  const { name, description, category, status, version, tags, author, cover } = script
  const form = new FormData()
  const fields = { name, description, category, script_status: status, version, tags: JSON.stringify(tags) }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const archive = new Blob([new Uint8Array(createArchive(script))], { type: 'application/zip' })
  form.set('scriptFile', archive, `${toSlug(name)}.zip`)
  form.append('images', new Blob([await readImage('covers', cover)], { type: 'image/webp' }), `${cover}.webp`)
  const { id } = await callApi(scriptsApi.submit, { token: lookUp(users, author).token, form })
  return id
}

/**
 * Copies the stored files of covers instead of uploading the images again, because encoding takes most of the time
 * of a submission. Each copy has its own files: the server deletes an image's files together with its script.
 */
export async function copyFurtherImages({ app, runStep }: SeedContext, ids: ScriptIds): Promise<ImageRow[]> {
  const coversById = await selectCovers(app.db)
  const covers = new Map(catalogue.map(({ name, cover }) => [cover, lookUp(coversById, lookUp(ids, name))]))
  const copies = catalogue.flatMap(({ name, furtherImages }) =>
    furtherImages.map((image, index) => ({
      scriptId: lookUp(ids, name),
      position: index + 1,
      original: lookUp(covers, image),
    })),
  )
  const rows: ImageRow[] = []
  await runStep(
    { title: 'Further images', items: copies, concurrency: 4 },
    async ({ scriptId, position, original }) => {
      rows.push({ ...(await copyImage(app.files, original)), scriptId, position })
    },
  )
  return rows
}

async function copyImage(files: FileStore, original: ImageRow): Promise<ImageRow> {
  const key = `${original.key.slice(0, 24)}-${randomBytes(6).toString('hex')}`
  const rename = (text: string) => text.replace(original.key, key)
  for (const file of original.files) {
    const { stream } = await files.open(file)
    await files.write(rename(file), await buffer(stream))
  }
  return { ...original, key, url: rename(original.url), files: original.files.map(rename) }
}

/** The server combines concurrent likes into one transaction. A repeated like changes nothing. */
export async function likeScripts(
  { callApi, runStep }: SeedContext,
  users: SeededUsers,
  ids: ScriptIds,
): Promise<void> {
  const likes = catalogue.flatMap(({ name, likedBy }) => likedBy.map((username) => ({ name, username })))
  await runStep({ title: 'Likes', items: likes, concurrency: 32 }, async ({ name, username }) => {
    await callApi(scriptsApi.like, { token: lookUp(users, username).token, id: lookUp(ids, name) })
  })
}
