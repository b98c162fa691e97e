import { withTransaction } from '#server/accounts/sessions/with-transaction.ts'
import type { OwnData } from '#contract/accounts/own-data.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { day } from '#platform/clock.ts'
import { conflict, signInNeeded } from '#platform/errors.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'

import { selectExport, upsertExport } from './own-data.queries.ts'
import { readOwnData } from './read-own-data.ts'

export const writeExportJob = 'write-export'

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
      type: 'user',
      action: 'Data Requested',
      description: `${actor.username} requested a copy of their data`,
      status: 'info',
      userId: actor.id,
      targetId: actor.id,
      targetType: 'user',
    })
  })
  return readOwnData(app, sender)
}
