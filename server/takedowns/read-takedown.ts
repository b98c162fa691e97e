import type { Case } from '#contract/case-schemas.ts'
import { takedownNumber, type TakedownOfUploader, type TakedownStatus } from '#contract/takedowns.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { selectCase, type StoredCase } from '#server/cases/cases.public.ts'

import { matchesSecret } from './secrets.ts'
import { caseIdOf, isTakenDown, stateOf } from './takedown.rules.ts'
import {
  selectCounterNotices,
  selectNoticeScripts,
  selectTakedownScripts,
  type TakedownScript,
} from './takedowns.queries.ts'

/** For the sender, who has the secret. */
export async function readStatus(db: Db, number: string, secret: string): Promise<TakedownStatus> {
  const row = await selectTakedown(db, number)
  if (!row?.claimant || !matchesSecret(secret, row.claimant.secretHash)) throw notFound('Notice not found')
  const scripts = await selectTakedownScripts(db, row.id)
  return {
    number,
    state: stateOf(row),
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

/** Of the uploader of a script that was taken down; for everyone else there is no such notice. */
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
    scripts: own.map((script) => ({ id: script.scriptId, name: script.name })),
    claimant: name,
    onBehalfOf,
    work,
    decidedAt: row.decidedAt && row.decidedAt.toISOString(),
    sentAt: sent ? sent.createdAt.toISOString() : null,
    canSend: !sent && row.decision === 'taken-down' && own.some(isTakenDown),
  }
}

/** For the readers of the case. */
export async function readNoticeScripts(db: Db, caseId: number): Promise<Case['noticeScripts']> {
  return (await selectNoticeScripts(db, caseId)).map(({ script, name, uploader }) => ({
    id: script.scriptId,
    name: name ?? script.name,
    uploader,
    isDeleted: name === null,
    isTakenDown: isTakenDown(script),
  }))
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
