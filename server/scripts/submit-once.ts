import { createHash } from 'node:crypto'

import type { Script } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import { conflict, Failure } from '#platform/failures.ts'
import { perHub, type Hub } from '#platform/hub.ts'
import { findUpload, selectFirstAnswer } from '#server/uploads/uploads.public.ts'

import type { ReceivedForm } from './script-form.ts'

/** What a submission is recognised by when it comes again: the key that it carries, and what it says. */
export type Attempt = { key: string; fingerprint: string }

const reused =
  'An earlier try of this submission has been published with other content. Please look at your scripts first.'
const beingWorkedOn = 'This submission is being worked on. Please try again in a moment.'

const underWay = perHub(() => new Map<string, Promise<unknown>>())

/**
 * Lets a submission happen once, however often it is sent: a repeat gets the first answer, word for word. A second
 * request waits for the first one on this node, and is asked to come again by another.
 */
export async function submitOnce(
  hub: Hub,
  actor: Actor,
  attempt: Attempt,
  submit: () => Promise<Script>,
): Promise<Script> {
  const name = `submission ${actor.id} ${attempt.key}`
  const running = underWay(hub)
  for (let other = running.get(name); other; other = running.get(name)) await other
  const answer = submitHeld(hub, name, actor, attempt, submit).finally(() => running.delete(name))
  running.set(
    name,
    answer.catch(() => undefined),
  )
  return answer
}

async function submitHeld(
  hub: Hub,
  name: string,
  actor: Actor,
  { key, fingerprint }: Attempt,
  submit: () => Promise<Script>,
): Promise<Script> {
  if (!(await hub.nodes.tryHold(name))) throw new Failure('conflict', beingWorkedOn, { retryAfter: 2 })
  try {
    const earlier = await selectFirstAnswer(hub.db, actor.id, key)
    if (!earlier) return await submit()
    if (earlier.fingerprint !== fingerprint) throw conflict(reused)
    return earlier.answer
  } finally {
    await hub.nodes.letGo(name)
  }
}

/** The same for the same content, also where the archive was uploaded again and has another key. */
export async function fingerprintOf(
  { db }: Hub,
  { fields, archive, images }: ReceivedForm<{ fileKey?: string | undefined; fileSize?: number | undefined }>,
): Promise<string> {
  const { fileKey, fileSize: _announced, ...texts } = fields
  const upload = archive ?? (fileKey === undefined ? undefined : await findUpload(db, fileKey))
  const content = [
    Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    upload?.fileName,
    upload?.sha256,
    images.map(({ sha256 }) => sha256),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
