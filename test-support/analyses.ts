import { sql } from 'drizzle-orm'

import type { Job } from '#platform/jobs/jobs.ts'

import { hashFiles, selectWaiting } from '#server/archives/archives.public.ts'
import { analyseNext, analyseNextLong, applyAnalysis } from '#server/scripts/scripts.public.ts'
import type { TestApp } from './test-app.ts'

type App = Pick<TestApp, 'app' | 'db'>

/** Runs a job as the runner of the app does. */
export async function runJob({ app }: App, job: Job, payload: unknown = {}): Promise<void> {
  await job.run(app, payload, new AbortController().signal)
}

/** Analyses all archives that wait; for an app without a job runner. */
export async function analyseAll(app: App): Promise<void> {
  while ((await selectWaiting(app.db, 'quick', 1)).length > 0) await runJob(app, analyseNext)
  while ((await selectWaiting(app.db, 'long', 1)).length > 0) await runJob(app, analyseNextLong)
  await runQueued(app, applyAnalysis)
  await runQueued(app, hashFiles)
}

/** Runs the queued jobs of one kind, which an app without a job runner does not. */
export async function runQueued(app: App, job: Job): Promise<number> {
  const { rows } = await app.db.execute<{ payload: unknown }>(sql`
    delete from graphile_worker._private_jobs using graphile_worker._private_tasks t
    where task_id = t.id and t.identifier = ${job.name} returning payload`)
  for (const { payload } of rows) await runJob(app, job, payload)
  return rows.length
}
