import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { VerdictChange, FindingCommentChange } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db, invalidate } from '#platform/database/database.ts'
import {
  removeVerdict,
  writeVerdict,
  type FindingKey,
  analysisTag,
  selectHasFinding,
} from '#server/archives/archives.public.ts'
import { assertNotOwnFile } from './hold-back.ts'
import { forbidden, invalid } from '#platform/errors.ts'
import { isMaintainer } from '#server/scripts/scripts.rules.ts'
import { findOwnership } from '#server/scripts/script-detail.queries.ts'
import { deleteComment, selectCurrentArchive, upsertComment } from './versions.queries.ts'

const permission = 'admin.scripts.moderate'

export async function judgeFinding(
  app: App,
  sender: Actor,
  key: FindingKey,
  change: VerdictChange,
): Promise<null> {
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    await judgeFindingIn(tx, actor, key, change, now)
    return null
  })
}

/** In the caller's transaction, which has checked the permission. */
export async function judgeFindingIn(
  tx: Db,
  actor: Actor,
  key: FindingKey,
  change: VerdictChange,
  now: Date,
): Promise<void> {
  await assertNotOwnFile(tx, actor, key)
  await writeVerdict(tx, actor, key, change, now)
}

export async function withdrawVerdict(app: App, sender: Actor, key: FindingKey): Promise<null> {
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor }) => {
    await assertNotOwnFile(tx, actor, key)
    await removeVerdict(tx, actor, key)
    return null
  })
}

/** Only the owner and maintainers comment: reviewers can assess the finding with the explanation of the authors. */
export async function commentFinding(
  app: App,
  sender: Actor,
  scriptId: number,
  { rule, path, text }: FindingCommentChange,
): Promise<null> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    const script = await findOwnership(tx, actor, scriptId)
    if (!isMaintainer(actor, script)) throw forbidden('Only the authors of a script can comment on a finding')
    const sha256 = await selectCurrentArchive(tx, scriptId)
    if (sha256 !== undefined) invalidate(tx, analysisTag(sha256))
    if (text === '') {
      await deleteComment(tx, scriptId, { rule, path })
      return null
    }
    if (sha256 === undefined || !(await selectHasFinding(tx, sha256, { rule, path })))
      throw invalid({ rule: 'The current version has no such finding' })
    await upsertComment(tx, { scriptId, rule, path, text, userId: actor.id, updatedAt: now })
    return null
  })
}
