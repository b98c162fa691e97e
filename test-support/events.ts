import { inTransaction } from '#platform/database/database.ts'

import { emitEvent } from '#server/records/records.public.ts'
import { dispatchEvent } from '#server/site/site.public.ts'
import { runQueued } from './analyses.ts'
import type { TestApp } from './test-app.ts'

export type TestEvent = Parameters<typeof emitEvent>[1]

/** Emits an event in a transaction of its own. */
export function emit({ app }: TestApp, event: TestEvent): Promise<void> {
  return inTransaction(app.db, (tx) => emitEvent(tx, event, app.clock.now()))
}

/** Dispatches the events that wait; for an app without a job runner. Returns the number of jobs. */
export async function dispatchAll(app: TestApp): Promise<number> {
  let jobs = 0
  for (let ran = -1; ran !== 0; jobs += ran) ran = await runQueued(app, dispatchEvent)
  return jobs
}
