import { healthApi } from '#contract/operations/health.ts'
import { type App, lazySingleton } from '#platform/app.ts'
import { pingDatabase } from '#platform/database/database.ts'
import { unavailable, notFound } from '#platform/errors.ts'
import { route, httpRoute } from '#platform/http/route.ts'
import { version } from '#platform/version.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { countWaitingJobs } from '#platform/jobs/jobs.ts'
import { readAnalysisStatus } from '#server/archives/archives.public.ts'
import { countActiveUploads } from '#server/scripts/scripts.public.ts'

// They take no slot: an overloaded node still reports its health.
export const healthRoutes = [
  { ...route(healthApi.ready, ({ app }) => checkHealth(app)), work: undefined },
  { ...route(healthApi.live, async () => ({ status: 'ok' as const })), work: undefined },
]

/** The error names the part that is down. */
async function checkHealth({ db, files, load, draining }: App) {
  if (draining.aborted) throw unavailable('This node is stopping')
  const [database, storage] = await Promise.allSettled([pingDatabase(db), files.check()])
  if (database.status === 'rejected') throw unavailable('The database is down')
  if (storage.status === 'rejected') throw unavailable('The storage is down')
  // Overload is still 200: removing an overloaded node would overload the others.
  return {
    status: 'ok' as const,
    version,
    database: 'ok' as const,
    storage: 'ok' as const,
    load: load.isOverloaded() ? ('overloaded' as const) : ('ok' as const),
  }
}

export const metricsRoutes = [
  httpRoute({
    method: 'GET',
    path: '/metrics',
    access: 'verified-by-handler',
    handle: async ({ app, request }) => ({
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: await readMetrics(app, request.headers.authorization),
    }),
  }),
]

/** Without the token the metrics do not exist. */
async function readMetrics(app: App, authorization: string | undefined): Promise<string> {
  const { metricsToken } = app.config
  const expected = metricsToken === undefined ? undefined : `Bearer ${metricsToken}`
  const metrics = withFeatureGauges(app)
  if (!metrics || expected === undefined || !areEqual(authorization ?? '', expected))
    throw notFound('Not found')
  return metrics.text()
}

const withFeatureGauges = lazySingleton((app) => {
  app.metrics?.addGauge('uploads_in_progress', 'Direct uploads that are being received', () =>
    countActiveUploads(app),
  )
  for (const state of ['waiting', 'running', 'failed', 'outdated'] as const)
    app.metrics?.addGauge(`analyses_${state}`, `Archives whose analysis is ${state}`, async () => {
      return (await readAnalysisStatus(app.db))[state]
    })
  app.metrics?.addGauge('jobs_waiting', 'Jobs that are due and not started', () => countWaitingJobs(app.db))
  return app.metrics
})

/** timingSafeEqual needs values of the same length, so it compares the hashes. */
function areEqual(actual: string, expected: string): boolean {
  return timingSafeEqual(sha256(actual), sha256(expected))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
