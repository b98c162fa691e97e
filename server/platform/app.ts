import type { Settings } from '#contract/site/settings.ts'

import type { ResponseCache } from './cache/response-cache.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import type { UploadStore } from './storage/upload-store.ts'
import type { FileStore } from './storage/store.ts'
import type { SharedLimiter } from './rate-limits/shared-limiter.ts'
import type { LocalLimiter } from './rate-limits/local-limiter.ts'
import type { LoadShedder } from './load-shedding.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Nodes } from './cluster/nodes.ts'

/** Keys derived from the one secret, one for each purpose: a session token never verifies as a signed URL. */
export type Secrets = {
  tokens: Uint8Array
  files: Uint8Array
  viewers: Uint8Array
  codes: Uint8Array
  twoFactor: Uint8Array
  /** Signs the links that end emails. */
  unsubscribe: Buffer
  /** Encrypts the keys that sign what other tools read. */
  signing: Uint8Array
  work: Uint8Array
  /** Compared between nodes; the other keys cannot be derived from it. */
  secretFingerprint: Uint8Array
}

/** The services of one running node. Every use case takes it. */
export type App = {
  db: Db
  config: Config
  /** The settings of the back office, in memory. Read it when it is used: a change replaces the object. */
  readonly settings: Settings
  clock: Clock
  log: Log
  secrets: Secrets
  cache: ResponseCache
  nodes: Nodes
  /** Aborted when the node is about to stop: the health check fails, requests are still served. */
  draining: AbortSignal
  sharedLimiter: SharedLimiter
  localLimiter: LocalLimiter
  load: LoadShedder
  /** Undefined without METRICS_TOKEN. */
  metrics: Metrics | undefined
  files: FileStore
  uploads: UploadStore
  /** Local folder for files that are still being received. */
  staging: string
}

/** State of a feature for each app, created at the first use. Tests run several apps in one process. */
export function lazySingleton<T>(create: (app: App) => T): (app: App) => T {
  const instances = new WeakMap<App, T>()
  return (app) => {
    const existing = instances.get(app)
    if (existing !== undefined) return existing
    const instance = create(app)
    instances.set(app, instance)
    return instance
  }
}
