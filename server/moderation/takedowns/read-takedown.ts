import type { BlocklistKey } from '#contract/moderation/blocklist.ts'
import type { Case } from '#contract/moderation/case-schemas.ts'
import { type TakedownOfUploader, type TakedownStatus } from '#contract/moderation/takedowns.ts'
import { takedownNumber } from '#contract/records/case-kinds.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Against } from '#server/moderation/blocklist/spared.queries.ts'
import { selectCase, selectLastDecision, type StoredCase } from '#server/records/records.public.ts'
import { selectOwnersOf } from '#server/scripts/scripts.public.ts'
import { caseIdOf, isTakenDown, restorableAt, statusOf } from './takedown.rules.ts'
import {
  selectArchiveHashes,
  selectCounterNotices,
  selectNoticeScripts,
  selectTakedownScripts,
  type TakedownScript,
} from './takedowns.queries.ts'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** For the sender, who has the secret. */
export async function readStatus(db: Db, number: string, secret: string): Promise<TakedownStatus> {
  const row = await selectTakedown(db, number)
  if (!row?.claimant || !matchesSecret(secret, row.claimant.secretHash)) throw notFound('Notice not found')
  const scripts = await selectTakedownScripts(db, row.id)
  return {
    number,
    state: statusOf(row, scripts),
    scripts: scripts.map((script) => ({
      id: script.scriptId,
      name: script.name,
      isTakenDown: isTakenDown(script),
    })),
    receivedAt: row.createdAt.toISOString(),
    dueAt: row.state === 'open' && row.dueAt ? row.dueAt.toISOString() : null,
    decidedAt: row.decidedAt && row.decidedAt.toISOString(),
    response: row.response,
  }
}

/** The notice as the uploader of a script that was taken down reads it; for everyone else there is no such notice. */
export async function readOfUploader(
  db: Db,
  { id: userId }: Pick<Actor, 'id'>,
  number: string,
): Promise<TakedownOfUploader> {
  const row = await selectTakedown(db, number)
  const own = row ? await selectOwnTakenDown(db, row.id, userId) : []
  if (!row?.claimant || own.length === 0) throw notFound('Notice not found')
  const sent = (await selectCounterNotices(db, row.id)).find((counter) => counter.userId === userId)
  const { name, onBehalfOf, work } = row.claimant
  return {
    number: takedownNumber(row.id),
    scripts: own.map((script) => ({ id: script.scriptId, name: script.currentName ?? script.name })),
    claimant: name,
    onBehalfOf,
    work,
    decidedAt: row.decidedAt && row.decidedAt.toISOString(),
    sentAt: sent ? sent.createdAt.toISOString() : null,
    canSend: !sent && own.some(isTakenDown),
  }
}

/** For the readers of the case. */
export async function readNoticeScripts(db: Db, caseId: number): Promise<Case['noticeScripts']> {
  const counters = await selectCounterNotices(db, caseId)
  return (await selectNoticeScripts(db, caseId)).map(({ script, name, uploader }) => ({
    id: script.scriptId,
    name: name ?? script.name,
    uploader,
    isDeleted: name === null,
    isTakenDown: isTakenDown(script),
    restorableAt: restorableAt(counters, script.userId)?.toISOString() ?? null,
  }))
}

/** Scripts whose uploader sent a counter-notice that no decision was about. */
export async function selectPending(
  db: Db,
  { id, decision, decidedAt }: StoredCase,
  scripts: readonly TakedownScript[],
): Promise<TakedownScript[]> {
  const refusedAt = decision === 'taken-down' ? decidedAt : await selectLastDecision(db, id, 'taken-down')
  const counters = (await selectCounterNotices(db, id)).filter(
    ({ userId, createdAt }) =>
      (refusedAt === null || createdAt >= refusedAt) &&
      !scripts.some((s) => s.userId === userId && s.restoredAt !== null && s.restoredAt >= createdAt),
  )
  return scripts.filter(
    (script) =>
      script.currentName !== null &&
      isTakenDown(script) &&
      counters.some(({ userId }) => userId === script.userId),
  )
}

/** The users and scripts that a decision to take down is against. */
export async function selectAgainst(
  db: Db,
  caseId: number,
  scriptIds: readonly number[] | undefined,
): Promise<Against> {
  const scripts = await selectTakedownScripts(db, caseId)
  const chosen = scripts.filter(({ scriptId }) => scriptIds?.includes(scriptId) ?? true)
  const chosenIds = chosen.map(({ scriptId }) => scriptId)
  const owners = await selectOwnersOf(db, chosenIds)
  return { userIds: [...chosen.map(({ userId }) => userId), ...owners], scriptIds: chosenIds }
}

/** The entries that a takedown of scripts puts on the blocklist. */
export async function selectArchivesToBlock(db: Db, { scriptIds }: Against): Promise<BlocklistKey[]> {
  const keys: BlocklistKey[] = []
  for (const id of scriptIds)
    for (const value of await selectArchiveHashes(db, id)) keys.push({ kind: 'archive', value })
  return keys
}

export async function selectOwnTakenDown(db: Db, caseId: number, userId: number): Promise<TakedownScript[]> {
  const scripts = await selectTakedownScripts(db, caseId)
  return scripts.filter((script) => script.userId === userId && script.takenDownAt !== null)
}

async function selectTakedown(db: Db, number: string): Promise<StoredCase | undefined> {
  const id = caseIdOf(number)
  const row = id <= 2_147_483_647 ? await selectCase(db, id) : undefined
  return row?.kind === 'takedown' ? row : undefined
}

export const createSecret = () => randomBytes(32).toString('base64url')

/** Only hashes are stored, so a stolen database contains no usable links. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

function matchesSecret(secret: string, hash: string): boolean {
  const [sent, stored] = [Buffer.from(hashSecret(secret)), Buffer.from(hash)]
  return sent.length === stored.length && timingSafeEqual(sent, stored)
}
