import { createServer as createProbe } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { hostname } from 'node:os'

import type { App } from '#platform/app.ts'
import { createResponseCache } from '#platform/cache/response-cache.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import { assertSameSettings } from '#platform/cluster/assert-same-settings.ts'
import { broadcastInvalidations } from '#platform/cluster/broadcast-invalidation.ts'
import { connectToCluster } from '#platform/cluster/nodes.ts'
import type { Config } from '#platform/config.ts'
import { openDatabase, type DatabaseConfig, type DatabaseTimeouts } from '#platform/database/database.ts'
import { migrateDatabase } from '#platform/database/migrate.ts'
import { createServer } from '#platform/http/server.ts'
import type { Timeouts } from '#platform/http/request-listener.ts'
import { migrateJobs, startJobs } from '#platform/jobs/jobs.ts'
import { createLoadShedder } from '#platform/load-shedding.ts'
import type { Log } from '#platform/log.ts'
import { createLimitStore } from './platform/rate-limits/shared-limiter.ts'
import { createLocalLimiter } from '#platform/rate-limits/local-limiter.ts'
import { shareLocalLimits } from './platform/rate-limits/local-limiter.ts'
import { createSharedLimiter } from '#platform/rate-limits/shared-limiter.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { openStorage } from '#platform/storage/open-storage.ts'
import { memoryOfMachine } from '#postgres-launcher/machine-memory.ts'

import { authenticate } from './accounts/accounts.public.ts'
import { jobs } from './jobs.ts'
import { drainEmptySearches, ensurePartitions } from './records/records.public.ts'
import { contractRoutes, httpRoutes } from './routes.ts'
import {
  countUpdateServer,
  drainCounters,
  drainUpdateServers,
  subscribeToPreemptions,
} from './scripts/scripts.public.ts'
import { closePages, warmUp, openSettings, settingsTag, type SettingsStore } from './site/site.public.ts'

/** A 64th of the machine's memory. A page takes 30 to 70 KB in all its encodings, so 64 MB hold a thousand. */
const cacheMegabytes = Math.min(Math.max(64, memoryOfMachine() / 64), 256)
/** Milliseconds. */
const requestFinishMax = 10_000
const drainTimeout = 2_000
const eventLoopDelayMax = 500

export type RunningApp = {
  app: App
  url: string
  /** Fails the health check and waits until load balancers have noticed. A single node does not wait. */
  drain(): Promise<void>
  close(): Promise<void>
}

export type StartOptions = {
  database: DatabaseConfig
  log: Log
  clock?: Clock
  cacheBytesMax?: number
  /** The clock of the rate limits, monotonic, in milliseconds. */
  limitsNow?: () => number
  timeouts?: Partial<Timeouts>
  databaseTimeouts?: Partial<DatabaseTimeouts>
  /** Milliseconds, see load-shedding.ts. */
  eventLoopDelayMax?: number
  runsJobs?: boolean
  /** Otherwise the first page starts it. */
  startsRenderThread?: boolean
  /** Runs before the node accepts connections, so that a health check cannot succeed too early. */
  beforeListen?: (app: App) => Promise<void>
}

/** Starts a node on a running database. `close` stops everything in reverse order. */
export async function startApp(config: Config, options: StartOptions): Promise<RunningApp> {
  const { database: connection, log } = options
  const opened = await openStorage(config, log)
  await migrateDatabase(connection)
  if (options.runsJobs !== false) await migrateJobs(connection)

  const database = openDatabase(connection, { timeouts: options.databaseTimeouts ?? {} })
  const { db } = database
  const limitStore = createLimitStore(connection, options.limitsNow)
  const cache = createResponseCache(options.cacheBytesMax ?? cacheMegabytes * 1024 * 1024)
  const settings = await openSettings(db, config.pinnedSettings, log)
  const nodes = await connectToCluster(connection, () => {
    cache.clear()
    void settings.refresh().then(() => cache.invalidateTags([settingsTag]))
  })
  nodes.onDisconnect(() => cache.suspend())
  const secrets = await loadSecrets(config.tokenSecret, config.dataDir)
  await requireSameSettings({ db, nodes, config, secrets, log }).catch(async (error: unknown) => {
    await nodes.close()
    await database.close()
    throw error
  })
  // Loaded only where there are metrics: prom-client takes 0.08 s of processor time.
  const metrics =
    config.metricsToken === undefined
      ? undefined
      : (await import('#platform/metrics.ts')).createMetrics(database.pool, cache)
  const load = createLoadShedder(
    {
      callsMax: config.requestsInFlightMax,
      transfersMax: config.transfersMax,
      eventLoopDelayMax: options.eventLoopDelayMax ?? eventLoopDelayMax,
    },
    { log, onRejected: (reason) => metrics?.countRejected(reason) },
  )
  metrics?.watchLoad(load)
  const draining = new AbortController()
  const app: App = {
    db,
    config,
    get settings() {
      return settings.current()
    },
    log,
    clock: options.clock ?? systemClock,
    secrets,
    cache,
    nodes,
    draining: draining.signal,
    metrics,
    load,
    sharedLimiter: createSharedLimiter({
      isEnabled: config.rateLimits,
      store: limitStore,
      log,
      now: options.limitsNow,
    }),
    localLimiter: createLocalLimiter(config.rateLimits, options.limitsNow),
    files: opened.files,
    uploads: opened.uploads,
    staging: opened.staging,
  }
  if (options.startsRenderThread) warmUp(app)
  await ensurePartitions(db, app.clock.now())
  const sharing = await joinCluster(app, settings)
  const runner = options.runsJobs === false ? undefined : await startJobs(app, connection, jobs)
  const server = createServer({
    app,
    routes: [...contractRoutes, ...httpRoutes],
    findActor: (token) => authenticate(app, token),
    timeouts: options.timeouts,
    readObserver: {
      prefix: '/api/updates?',
      observe: (asked, ip) => countUpdateServer(app, asked, ip),
    },
  })
  await nodes.announce()
  await options.beforeListen?.(app)

  return {
    app,
    url: await server.listen(config.port, config.host),
    async drain() {
      draining.abort()
      if (nodes.peers().size > 0) await pause(config.drainSeconds * 1000)
    },
    async close() {
      await server.close(requestFinishMax)
      // A handler may still use the database after its connection was cut off.
      await load.drain(drainTimeout)
      load.close()
      await closePages(app)
      await drainCounters(app)
      await drainEmptySearches(app)
      await drainUpdateServers(app)
      await runner?.stop()
      sharing.stop()
      settings.close()
      await nodes.close()
      await limitStore.close()
      await database.close()
      opened.close()
    },
  }
}

/** Fails before the database is started if the port is in use. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createProbe()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Nodes must share the secret and the file store: tokens and files of one node must work on all. */
async function requireSameSettings({
  db,
  nodes,
  config,
  secrets,
  log,
}: Pick<App, 'db' | 'nodes' | 'config' | 'secrets' | 'log'>): Promise<void> {
  await assertSameSettings(db, nodes, log, [
    {
      name: 'secret',
      value: Buffer.from(secrets.secretFingerprint).toString('hex'),
      error:
        'Another node is running with a different TOKEN_SECRET. Set the same value on all nodes. To change it, stop all ' +
        'nodes first. (A node that crashed counts as running for half a minute.)',
      changeWarning: 'TOKEN_SECRET has changed: all users have to sign in again',
    },
    {
      name: 'files',
      value: config.s3 ? `bucket ${config.s3.bucket}` : `folder ${config.dataDir} of ${hostname()}`,
      error:
        'Another node is running with a different file store. Set the same S3_ENDPOINT and S3_BUCKET on all nodes.',
      changeWarning:
        'The file store has changed; run `npm run hub -- check-files` to check that all files are in it',
    },
  ])
}

/** Starts the exchange of invalidations, settings, upload takeovers and rate-limit counts with the other nodes. */
async function joinCluster(app: App, settings: SettingsStore): Promise<{ stop(): void }> {
  await broadcastInvalidations(app.db, app.cache, app.nodes, (tags) =>
    tags.includes(settingsTag) ? settings.refresh() : undefined,
  )
  // A change between the start of this node and its subscription.
  await settings.refresh()
  await subscribeToPreemptions(app)
  return shareLocalLimits(app.localLimiter, app.nodes)
}
