import { createHash } from 'node:crypto'

import type { z } from 'zod/mini'

import type { Actor } from '#platform/actor.ts'
import { conflict, HttpError } from '#platform/errors.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import {
  selectUpload as findUpload,
  selectIdempotentResponse,
} from '#server/scripts/uploads/uploads.queries.ts'

import type { ReceivedForm } from './script-form.ts'

/** The Idempotency-Key of a submission and the hash of its content. */
export type IdempotencyKey = { key: string; requestHash: string }

const keyReused =
  'An earlier try of this submission has been published with other content. Please look at your scripts first.'
const inProgress = 'This submission is being worked on. Please try again in a moment.'

const inFlightOf = lazySingleton(() => new Map<string, Promise<unknown>>())

type Form = ReceivedForm<{ fileKey?: string | undefined; fileSize?: number | undefined }>

/**
 * Runs a submission at most once per key: a repeated request gets the stored response of the first one. A concurrent
 * request waits on the same node and gets a 409 with Retry-After on another node. Then the files of the form are removed.
 * A version names its script.
 */
export async function submitOnce<Reply>(
  app: App,
  actor: Actor,
  { key, form, scriptId }: { key: string | undefined; form: Form; scriptId?: number },
  reply: z.ZodMiniType<Reply>,
  submit: (idempotency?: IdempotencyKey) => Promise<Reply>,
): Promise<Reply> {
  try {
    if (key === undefined) return await submit()
    const idempotency = { key, requestHash: await requestHashOf(app, form, scriptId) }
    return await withIdempotency(app, actor, idempotency, reply, () => submit(idempotency))
  } finally {
    await form.discard()
  }
}

async function withIdempotency<Reply>(
  app: App,
  actor: Actor,
  idempotency: IdempotencyKey,
  reply: z.ZodMiniType<Reply>,
  submit: () => Promise<Reply>,
): Promise<Reply> {
  const name = `submission ${actor.id} ${idempotency.key}`
  const inFlight = inFlightOf(app)
  for (let other = inFlight.get(name); other; other = inFlight.get(name)) await other
  const response = submitLocked(app, name, actor, idempotency, reply, submit).finally(() =>
    inFlight.delete(name),
  )
  inFlight.set(
    name,
    response.catch(() => undefined),
  )
  return response
}

async function submitLocked<Reply>(
  app: App,
  name: string,
  actor: Actor,
  { key, requestHash }: IdempotencyKey,
  reply: z.ZodMiniType<Reply>,
  submit: () => Promise<Reply>,
): Promise<Reply> {
  if (!(await app.nodes.tryLock(name))) throw new HttpError('conflict', inProgress, { retryAfter: 2 })
  try {
    const earlier = await selectIdempotentResponse(app.db, actor.id, key)
    if (!earlier) return await submit()
    if (earlier.requestHash !== requestHash) throw conflict(keyReused)
    return reply.parse(earlier.response)
  } finally {
    await app.nodes.unlock(name)
  }
}

/** Equal for equal content, also when the archive was uploaded again under another key. A new script has no id. */
async function requestHashOf(
  { db }: App,
  { fields, archive, images }: Form,
  scriptId?: number,
): Promise<string> {
  const { fileKey, fileSize: _announced, ...texts } = fields
  const upload = archive ?? (fileKey === undefined ? undefined : await findUpload(db, fileKey))
  const content = [
    Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    upload?.fileName,
    upload?.sha256,
    images.map(({ sha256 }) => sha256),
    ...(scriptId === undefined ? [] : [scriptId]),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
