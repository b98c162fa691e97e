import { createServer as createProbe } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { openResponseCache } from '#platform/cache.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { openDatabase, type DatabaseAddress } from '#platform/database.ts'
import { openFiles } from '#platform/files/open-files.ts'
import type { Patience } from '#platform/http/patience.ts'
import { createServer } from '#platform/http/server.ts'
import type { Hub } from '#platform/hub.ts'
import { migrateJobs, startJobs } from '#platform/jobs.ts'
import { openExactLimits } from '#platform/limits/exact-limits.ts'
import { openFloods } from '#platform/limits/floods.ts'
import { openLimitStore } from '#platform/limits/limit-store.ts'
import { watchLoad } from '#platform/load.ts'
import type { Log } from '#platform/log.ts'
import { memoryOfMachine } from '#platform/machine-memory.ts'
import { openMetrics } from '#platform/metrics.ts'
import { migrateDatabase } from '#platform/migrate.ts'
import { openNodes } from '#platform/nodes/nodes.ts'
import { openSecrets } from '#platform/secrets.ts'

import { ensureActivityMonths } from './activities/activities.public.ts'
import { jobs } from './jobs.ts'
import { closePages, preparePages } from './pages/pages.public.ts'
import { rawRoutes, routes } from './routes.ts'
import { requireSameHub, shareWithNodes } from './share-with-nodes.ts'
import { drainCounters } from './scripts/scripts.public.ts'
import { findIdentity } from './sessions/sessions.public.ts'

/** A sixty-fourth of the machine. A page takes 30 to 70 KB in all its encodings: 64 MB hold a thousand. */
const cacheMegabytes = Math.min(Math.max(64, memoryOfMachine() / 64), 256)
const finishWithin = 10_000
const settleWithin = 2_000
const turnMax = 500

export type RunningHub = {
  hub: Hub
  address: string
  /** Makes a call without a connection: as routed, past the stored answers. */
  inject: ReturnType<typeof createServer>['inject']
  /** Tells a balancer to send nothing new, and waits until it knows. A node that is alone has nobody to leave it to. */
  leave(): Promise<void>
  close(): Promise<void>
}

export type Circumstances = {
  address: DatabaseAddress
  log: Log
  clock?: Clock
  cacheBytesMax?: number
  /** Milliseconds that only go forward, for the limits; a test holds them still. */
  limitsNow?: () => number
  /** For slow clients; a test has less of it. */
  patience?: Partial<Patience>
  /** Milliseconds; see load.ts. */
  turnMax?: number
  /** Off where a test brings the jobs about itself. */
  runsJobs?: boolean
  /** Has the thread of the pages started along with the hub; else the first page starts it. */
  preparesPages?: boolean
}

/** Opens everything a hub is made of, on a database that is up, and listens. `close` undoes it in turn. */
export async function startHub(config: Config, circumstances: Circumstances): Promise<RunningHub> {
  const { address, log } = circumstances
  const opened = await openFiles(config, log)
  await migrateDatabase(address)
  if (circumstances.runsJobs !== false) await migrateJobs(address)

  const database = openDatabase(address)
  const { db } = database
  const limitStore = openLimitStore(address, circumstances.limitsNow)
  const cache = openResponseCache(circumstances.cacheBytesMax ?? cacheMegabytes * 1024 * 1024)
  const nodes = await openNodes(address, () => cache.clear())
  nodes.onLoss(() => cache.distrust())
  const secrets = await openSecrets(config.tokenSecret, config.dataDir)
  await requireSameHub({ db, nodes, config, secrets, log }).catch(async (error: unknown) => {
    await nodes.close()
    await database.close()
    throw error
  })
  const metrics = config.metricsToken === undefined ? undefined : openMetrics(database.pool, cache)
  const load = watchLoad(
    {
      callsMax: config.requestsInFlightMax,
      transfersMax: config.transfersMax,
      turnMax: circumstances.turnMax ?? turnMax,
    },
    { log, onRefused: (reason) => metrics?.countRefused(reason) },
  )
  metrics?.watchLoad(load)
  const leaving = new AbortController()
  const hub: Hub = {
    db,
    config,
    log,
    clock: circumstances.clock ?? systemClock,
    secrets,
    cache,
    nodes,
    leaving: leaving.signal,
    metrics,
    load,
    limits: openExactLimits({
      isEnabled: config.rateLimits,
      store: limitStore,
      log,
      now: circumstances.limitsNow,
    }),
    floods: openFloods(config.rateLimits, circumstances.limitsNow),
    files: opened.files,
    incoming: opened.incoming,
    staging: opened.staging,
  }
  if (circumstances.preparesPages) preparePages(hub)
  await ensureActivityMonths(db, hub.clock.now())
  const sharing = await shareWithNodes(hub)
  const runner = circumstances.runsJobs === false ? undefined : await startJobs(hub, address, jobs)
  const server = createServer({
    hub,
    routes,
    rawRoutes,
    findActor: (token) => findIdentity(hub, token),
    ...(circumstances.patience && { patience: circumstances.patience }),
  })
  await nodes.join()
  const listening = await server.listen({ port: config.port, host: config.host })

  return {
    hub,
    address: listening,
    inject: server.inject.bind(server),
    async leave() {
      leaving.abort()
      if (nodes.others().size > 0) await pause(config.drainSeconds * 1000)
    },
    async close() {
      // Requests under way may finish; whoever takes longer than this is cut off.
      const cut = setTimeout(() => server.server.closeAllConnections(), finishWithin)
      await server.close()
      clearTimeout(cut)
      // A connection that was cut leaves its request at work, and that needs the database for a little longer.
      await load.settled(settleWithin)
      load.close()
      await closePages(hub)
      await drainCounters(hub)
      await runner?.stop()
      sharing.stop()
      await nodes.close()
      await limitStore.close()
      await database.close()
      opened.close()
    },
  }
}

/** Refuses early, before a database is started for nothing, when the port is taken. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createProbe()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
