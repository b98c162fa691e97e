import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'

import { ZipFile } from 'yazl'
import { z } from 'zod/mini'

import { ownDataLimits, type AccountExport, type OwnData } from '#contract/accounts/own-data.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, minute, day } from '#platform/clock.ts'
import { inReadTransaction, inTransaction } from '#platform/database/database.ts'
import { conflict, signInNeeded, forbidden, notFound } from '#platform/errors.ts'
import { type Job, enqueueJob } from '#platform/jobs/jobs.ts'
import { accelRedirectPath, fileResponse } from '#platform/storage/file-response.ts'
import { hashFile } from '#platform/storage/hash-file.ts'
import { withNewFiles } from '#platform/storage/new-files.ts'
import { signUrl, readSignedUrl } from '#platform/storage/signed-url.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { mailUser } from '#server/accounts/mail-user.ts'
import { exportReadyTexts, readmeText } from '#server/accounts/accounts.texts.ts'
import { requireSession, withTransaction } from '#server/accounts/sessions/authenticate.ts'
import { recordActivity, ownAct } from '#server/records/records.public.ts'

import {
  removeExpiredExports,
  selectExportKeysAmong,
  selectDeletion,
  selectExport,
  type StoredExport,
  updateExportReady,
  upsertExport,
} from './own-data.queries.ts'
import { userColumns } from './user-columns.rules.ts'
import { selectOwnScripts, selectRows, splitName } from './user-rows.queries.ts'

const linkLifetime = 10 * minute
const exportPurpose = 'account export'

export async function readOwnData(app: App, actor: Actor): Promise<OwnData> {
  const row = await selectExport(app.db, actor.id)
  const deletion = await selectDeletion(app.db, actor.id)
  return {
    export: row ? serializeExport(app, actor, row) : null,
    deletedAt: deletion?.dueAt.toISOString() ?? null,
  }
}

function serializeExport(app: App, actor: Actor, row: StoredExport): AccountExport | null {
  const now = app.clock.now()
  if (row.expiresAt && row.expiresAt <= now) return null
  const isReady = row.key !== null
  const payload = { user: actor.id, session: actor.sessionHash, key: row.key ?? '' }
  return {
    state: isReady ? 'ready' : 'preparing',
    requestedAt: row.requestedAt.toISOString(),
    size: row.size,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    downloadUrl: isReady
      ? `/files/export/${signUrl(app.secrets.files, exportPurpose, payload, after(now, linkLifetime))}`
      : null,
  }
}

const writeExportJob = 'write-export'
const Payload = z.object({ userId: z.int() })

export const writeExport: Job = {
  name: writeExportJob,
  run: async (app, payload) => {
    const { userId } = Payload.parse(payload)
    const requested = await selectExport(app.db, userId)
    if (!requested || requested.key !== null) return
    const path = join(app.staging, `${randomUUID()}.part`)
    try {
      await writeZip(app, userId, path)
      await storeExport(app, userId, requested.requestedAt, path)
    } finally {
      await rm(path, { force: true })
    }
  },
}

async function storeExport(app: App, userId: number, requestedAt: Date, path: string): Promise<void> {
  const { size } = await stat(path)
  const sha256 = await hashFile(path)
  await withNewFiles(app, async (newFiles) => {
    const key = app.files.createKey('exports', 'zip')
    newFiles.add(key)
    await app.files.importFile(path, key)
    const isStored = await inTransaction(app.db, async (tx) => {
      newFiles.adopt(tx)
      const user = await selectUserForUpdate(tx, userId)
      const expiresAt = after(app.clock.now(), ownDataLimits.exportDays * day)
      if (!user || !(await updateExportReady(tx, { userId, requestedAt, key, size, sha256, expiresAt })))
        return false
      await mailUser(tx, app, user, exportReadyTexts(ownDataLimits.exportDays))
      return true
    })
    if (!isStored) await app.files.remove([key])
  })
}

/** One list of rows for each file of the registry, then the scripts with their files. */
async function writeZip(app: App, userId: number, path: string): Promise<void> {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  written.catch(() => undefined)
  const failed = new Promise<never>((_, reject) => {
    zip.once('error', reject)
    written.catch(reject)
  })
  failed.catch(() => undefined)
  await Promise.race([addContents(app, zip, userId), failed])
  zip.end()
  await written
}

async function addContents(app: App, zip: ZipFile, userId: number): Promise<void> {
  for (const [name, { export: exported }] of Object.entries(userColumns)) {
    if (typeof exported === 'string') continue
    const column = splitName(name)
    await inReadTransaction(app.db, (tx) =>
      addStream(
        zip,
        Readable.from(jsonOf(selectRows(tx, column, userId, exported.without ?? []))),
        `${exported.file}.json`,
      ),
    )
  }
  const omitted = await addScripts(app, zip, userId)
  zip.addBuffer(Buffer.from(readmeText(app.settings.siteName, omitted)), 'README.txt')
}

/** Resolves when the stream is in the ZIP, so that one file is open at a time. */
async function addStream(
  zip: ZipFile,
  stream: Readable,
  name: string,
  options: { size?: number; compress?: boolean } = {},
): Promise<void> {
  const ended = finished(stream)
  zip.addReadStream(stream, name, options)
  await ended
}

/** A list, written while its rows are read: a log can be larger than the memory. */
async function* jsonOf(rows: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let separator = '[\n'
  for await (const row of rows) {
    yield Buffer.from(`${separator}${JSON.stringify(row)}`)
    separator = ',\n'
  }
  yield Buffer.from(separator === ',\n' ? '\n]\n' : '[]\n')
}

async function addScripts(app: App, zip: ZipFile, userId: number): Promise<string[]> {
  const omitted: string[] = []
  let left = ownDataLimits.filesMax
  const addFile = async (key: string, name: string) => {
    const size = (await app.files.stat(key))?.size ?? 0
    if (size === 0 || size > left) {
      omitted.push(name)
      return
    }
    left -= size
    const { stream } = await app.files.open(key)
    await addStream(zip, stream, name, { size, compress: false })
  }
  for (const { id, name, document, versions, images } of await selectOwnScripts(app.db, userId)) {
    const folder = `scripts/${id}`
    const details = { id, name, document, versions }
    zip.addBuffer(Buffer.from(`${JSON.stringify(details, null, 2)}\n`), `${folder}/script.json`)
    for (const [n, key] of (images ?? []).entries())
      await addFile(key, `${folder}/image-${n + 1}.${key.split('.').at(-1)}`)
    for (const version of versions ?? [])
      if (version.key !== null)
        await addFile(version.key, `${folder}/version-${version.id}.${version.extension.replace('.', '')}`)
  }
  const [account] = await inReadTransaction(app.db, (tx) =>
    Array.fromAsync(selectRows(tx, splitName('users.id'), userId, [])),
  )
  const avatar = z.object({ avatar: z.nullable(z.string()) }).parse(account).avatar
  if (avatar !== null) await addFile(avatar, 'avatar.webp')
  return omitted
}

export async function requestExport(app: App, sender: Actor): Promise<OwnData> {
  await withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    // Locked, so that two requests at once are one export.
    if (!(await selectUserForUpdate(tx, actor.id))) throw signInNeeded()
    const latest = await selectExport(tx, actor.id)
    if (latest && now.getTime() - latest.requestedAt.getTime() < day)
      throw conflict('You can request a copy of your data once a day')
    await upsertExport(tx, actor.id, now)
    await enqueueJob(tx, writeExportJob, { userId: actor.id }, { key: `export ${actor.id}` })
    await recordActivity(tx, {
      ...ownAct(actor),
      action: 'Data Requested',
      description: `${actor.username} requested a copy of their data`,
      status: 'info',
    })
  })
  return readOwnData(app, sender)
}

/** The link works for the session that read it, while that lasts. */
export async function downloadExport(app: App, token: string, request: IncomingMessage) {
  const now = app.clock.now()
  const signed = readSignedUrl(app.secrets.files, exportPurpose, token, now)
  if (!signed) throw forbidden('This download URL is invalid or has expired')
  await requireSession(app.db, String(signed.session), now)
  const row = await selectExport(app.db, Number(signed.user))
  if (!row || row.key === null || row.key !== signed.key || row.size === null)
    throw notFound('The file is no longer available')
  return fileResponse({
    store: app.files,
    key: row.key,
    size: row.size,
    fileName: 'your-data.zip',
    contentType: 'application/zip',
    disposition: 'attachment',
    etag: row.sha256 ?? row.key,
    cacheControl: 'private, no-store',
    accelRedirect: accelRedirectPath(app.config, request, row.key),
  })
}

/** Runs daily: exports that have expired, and files whose export was requested again or deleted. */
export async function purgeExports({ db, files, clock }: App): Promise<void> {
  const now = clock.now()
  await inTransaction(db, (tx) => removeExpiredExports(tx, now))
  for await (const { key, modifiedAt } of files.list('exports')) {
    if (modifiedAt >= after(now, -day)) continue
    const used = await selectExportKeysAmong(db, [key])
    if (!used.has(key)) await files.remove([key])
  }
}
