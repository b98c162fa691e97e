import type { Activity, ActivityReport } from '#contract/activities.ts'
import type { Actor, Client } from '#platform/actor.ts'
import { second } from '#platform/clock.ts'
import { forbidden, invalid } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { addressKey } from '#platform/limits.ts'

import { cleanMetadata, mayReport, metadataProblem } from './activities.rules.ts'
import { insertReport, selectOwnRecord } from './activity-log.queries.ts'

const perAddress = { calls: 30, perSeconds: 60 }
/** So long after the server's own record of something a client's word of it is the same news. */
const sameNewsFor = 60 * second

/** Notes what a client says, as a client's word: user and time are the server's. Answers the record it already has. */
export async function reportActivity(
  { db, floods }: Pick<Hub, 'db' | 'floods'>,
  actor: Actor | null,
  client: Client,
  report: ActivityReport,
): Promise<Activity> {
  floods.take('activity', addressKey(client.ip), perAddress)
  if (!mayReport(actor, report)) throw forbidden('This activity is not yours to report')
  const problem = metadataProblem(report.metadata)
  if (problem !== undefined) throw invalid({ metadata: problem })

  const { target_id: targetId = null, target_type: targetType = null, ...told } = report
  const known = actor && (await selectOwnRecord(db, actor, { action: told.action, targetId }, sameNewsFor))
  if (known) return known
  return insertReport(db, actor, { ...told, metadata: cleanMetadata(told.metadata), targetId, targetType })
}
