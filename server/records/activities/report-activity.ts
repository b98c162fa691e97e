import type { Activity, ActivityReport } from '#contract/records/activities.ts'
import type { Actor, Client } from '#platform/actor.ts'
import { second } from '#platform/clock.ts'
import { forbidden, invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { ipKey } from '#platform/rate-limits/policies.ts'

import { cleanMetadata, mayReport, metadataProblem } from './activities.rules.ts'
import { insertReport, selectServerActivity } from './activity-log.queries.ts'

const perIp = { calls: 30, perSeconds: 60 }
/** A report within this time after the server's own activity of the same kind is a duplicate. */
const duplicateWindow = 60 * second

/** Returns the activity of the server instead of a duplicate. */
export async function reportActivity(
  { db, localLimiter }: Pick<App, 'db' | 'localLimiter'>,
  actor: Actor | null,
  client: Client,
  report: ActivityReport,
): Promise<Activity> {
  localLimiter.consume('activity', ipKey(client.ip), perIp)
  if (!mayReport(actor, report)) throw forbidden('This activity is not yours to report')
  const problem = metadataProblem(report.metadata)
  if (problem !== undefined) throw invalid({ metadata: problem })

  const { target_id: targetId = null, target_type: targetType = null, ...fields } = report
  const wanted = { action: fields.action, targetId }
  const existing = actor && (await selectServerActivity(db, actor, wanted, duplicateWindow))
  if (existing) return existing
  return insertReport(db, actor, {
    ...fields,
    metadata: cleanMetadata(fields.metadata),
    targetId,
    targetType,
  })
}
