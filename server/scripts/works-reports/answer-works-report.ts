import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { WorksAnswerDraft, WorksReport } from '#contract/scripts/works-reports.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalidate } from '#platform/database/database.ts'
import { conflict, forbidden, invalid, notFound } from '#platform/errors.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import { selectOwnership } from '#server/scripts/script-rows.queries.ts'
import { isMaintainer, maySeeScript } from '#server/scripts/scripts.rules.ts'

import { readReport } from './report-works.ts'
import { worksTag } from './serialize-works-report.ts'
import { selectLaterVersion, selectReportForUpdate, updateAnswer } from './works-reports.queries.ts'

/** One answer, so that a report is no conversation. The writer of the report is notified. */
export async function answerWorksReport(
  app: App,
  sender: Actor,
  id: number,
  draft: WorksAnswerDraft,
): Promise<WorksReport> {
  await assertLinksAllowed(app, sender, { text: draft.text })
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    const row = await selectReportForUpdate(tx, id)
    const script = row && (await selectOwnership(tx, row.report.scriptId))
    if (!row || !script || row.report.removedAt !== null || !maySeeScript(actor, script))
      throw notFound('Report not found')
    if (!isMaintainer(actor, script))
      throw forbidden('Only the owner and the maintainers can answer a report')
    const { versionId, userId, answer } = row.report
    if (answer !== null) throw conflict('You have already answered this report')
    const { text, fixedIn } = draft
    const fix = fixedIn === null ? undefined : await selectLaterVersion(tx, script.id, versionId, fixedIn)
    if (fixedIn !== null && !fix) throw invalid({ fixedIn: 'There is no later version with this number' })
    await updateAnswer(tx, id, draft, actor.id, now)
    invalidate(tx, worksTag(script.id))
    const data = { script: script.name, number: row.number, author: actor.username, text, fixedIn }
    const subject = { actorId: actor.id, scriptId: script.id, versionId: fix?.id ?? versionId, userId }
    await emitEvent(tx, { kind: 'works-answered', ...subject, data }, now)
    return readReport(tx, id)
  })
}
