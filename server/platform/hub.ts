import type { ResponseCache } from './cache.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database.ts'
import type { IncomingFiles } from './files/incoming.ts'
import type { FileStore } from './files/store.ts'
import type { ExactLimits } from './limits/exact-limits.ts'
import type { Floods } from './limits/floods.ts'
import type { Load } from './load.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Nodes } from './nodes/nodes.ts'

/** Keys made of the one secret, each for its purpose: a token can never be taken for a file's address. */
export type Secrets = {
  tokens: Uint8Array
  files: Uint8Array
  viewers: Uint8Array
  codes: Uint8Array
  twoFactor: Uint8Array
  /** Tells nothing of the others: nodes compare it. */
  likeness: Uint8Array
}

/** What one running hub is made of; handlers get it, features take from it what they need. */
export type Hub = {
  db: Db
  config: Config
  clock: Clock
  log: Log
  secrets: Secrets
  cache: ResponseCache
  nodes: Nodes
  /** Aborted once this node is to end: it finishes what comes and is no longer sent anything new. */
  leaving: AbortSignal
  limits: ExactLimits
  floods: Floods
  load: Load
  /** Undefined where nobody may read them. */
  metrics: Metrics | undefined
  files: FileStore
  incoming: IncomingFiles
  /** Folder of this node for bytes that are still arriving. */
  staging: string
}

/** A part of a feature that lives as long as its hub: made at first use, the same for every later one. */
export function perHub<T>(create: (hub: Hub) => T): (hub: Hub) => T {
  const made = new WeakMap<Hub, T>()
  return (hub) => {
    const known = made.get(hub)
    if (known !== undefined) return known
    const fresh = create(hub)
    made.set(hub, fresh)
    return fresh
  }
}
