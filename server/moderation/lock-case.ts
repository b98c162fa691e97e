import { caseLimits } from '#contract/moderation/case-schemas.ts'
import { permissionOfCase } from '#contract/moderation/case-permissions.ts'
import type { Case } from '#contract/moderation/case-schemas.ts'
import { after, minute } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Write } from '#server/accounts/accounts.public.ts'
import {
  selectCase,
  selectCaseForUpdate,
  updateClaim,
  type StoredCase,
} from '#server/records/records.public.ts'
import { selectScriptForUpdate, type ScriptRow } from '#server/scripts/scripts.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'

import { blockedReason, claimHolder, roleIn } from './moderation.rules.ts'
import { selectUsername } from './moderation.queries.ts'
import { withOwnPart, withUploader } from './case-parties.ts'
import { readCase } from './read-case.ts'

/** The script is locked before its case, as by every other change of a script. */
export async function lockCase(
  tx: Db,
  id: number,
): Promise<{ row: StoredCase; script: ScriptRow | undefined } | undefined> {
  const found = await selectCase(tx, id)
  if (!found) return undefined
  const script = found.scriptId === null ? undefined : await selectScriptForUpdate(tx, found.scriptId)
  const row = await selectCaseForUpdate(tx, id)
  return row && { row, script }
}

/** An open case that the user may work on as staff: no party, and without a claim of another user. */
export async function lockCaseOfStaff(
  { db: tx, actor, now, requirePermission }: Write,
  id: number,
  { mayReopen = false } = {},
): Promise<{ row: StoredCase; script: ScriptRow | undefined }> {
  const locked = await lockCase(tx, id)
  if (!locked || !roleIn(actor, locked.row)) throw notFound('Case not found')
  const { row } = locked
  requirePermission(permissionOfCase(row))
  const [ownView = row] = await withOwnPart(tx, actor, [row], now)
  const blocked = blockedReason(actor, await withUploader(tx, actor, ownView))
  if (blocked !== undefined) throw forbidden(blocked)
  if (row.state === 'closed' && !mayReopen) throw conflict('This case was already decided')
  const holder = claimHolder(row, now)
  if (holder !== null && holder !== actor.id) {
    const name = await selectUsername(tx, holder)
    throw conflict(`${name ?? 'Another moderator'} works on this case`)
  }
  return locked
}

export async function renewClaim({ db: tx, actor, now }: Write, id: number): Promise<void> {
  await updateClaim(tx, id, {
    claimedBy: actor.id,
    claimedUntil: after(now, caseLimits.claimMinutes * minute),
  })
}

/** A claim ends by itself; each action of its holder renews it. */
export async function claimCase(app: App, actor: Actor, id: number): Promise<Case> {
  await withTransaction(app, actor, {}, async (write) => {
    await lockCaseOfStaff(write, id)
    await renewClaim(write, id)
  })
  return readCase(app, actor, id)
}

/** A repeat changes nothing. */
export async function releaseCase(app: App, actor: Actor, id: number): Promise<Case> {
  await withTransaction(app, actor, {}, async (write) => {
    await lockCaseOfStaff(write, id)
    await updateClaim(write.db, id, null)
  })
  return readCase(app, actor, id)
}
