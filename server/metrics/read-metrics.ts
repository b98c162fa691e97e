import { createHash, timingSafeEqual } from 'node:crypto'

import { notFound } from '#platform/failures.ts'
import { perHub, type Hub } from '#platform/hub.ts'
import { countWaitingJobs } from '#platform/jobs.ts'
import { countReceiving } from '#server/uploads/uploads.public.ts'

/** For everybody without the token there is nothing here. */
export async function readMetrics(hub: Hub, authorization: string | undefined): Promise<string> {
  const { metricsToken } = hub.config
  const expected = metricsToken === undefined ? undefined : `Bearer ${metricsToken}`
  const metrics = withFeatures(hub)
  if (!metrics || expected === undefined || !areEqual(authorization ?? '', expected))
    throw notFound('Not found')
  return metrics.text()
}

const withFeatures = perHub((hub) => {
  hub.metrics?.addGauge('uploads_in_progress', 'Direct uploads that are arriving', () => countReceiving(hub))
  hub.metrics?.addGauge('jobs_waiting', 'Jobs that are due and not begun', () => countWaitingJobs(hub.db))
  return hub.metrics
})

function areEqual(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

/** Of one length whatever is given, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
