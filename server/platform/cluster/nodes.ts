import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { Client, type QueryResult, type QueryResultRow } from 'pg'

import type { DatabaseConfig } from '#platform/database/database.ts'
import { unavailable } from '#platform/errors.ts'

/** Messages and locks between the nodes of one installation. */
export type Nodes = {
  /** The id of this node. A node receives its own messages too. */
  self: string
  /** Announces this node to its peers. From then on writers wait for its acknowledgements, so subscribe first. */
  announce(): Promise<void>
  /** How many other nodes are connected to the database, announced or not. */
  countConnectedPeers(): Promise<number>
  /** The live nodes without this one: those that sent a heartbeat within 30 seconds. */
  peers(): ReadonlySet<string>
  markAlive(node: string): void
  /** Removes a node from the peers until its next message. */
  markDead(node: string): void
  /** Once this resolves, `handle` receives the messages of all nodes on the channel, this one included. */
  subscribe(channel: string, handle: (payload: string) => void): Promise<void>
  /** Messages are lost while the connection is lost, so receivers must not depend on them alone. */
  publish(channel: string, payloads: readonly string[]): Promise<void>
  /** Calls `handle` when the connection is lost: messages are missed from then on, and the locks are released. */
  onDisconnect(handle: () => void): void
  /** Takes the lock `name` until `unlock`; false while another node has it. */
  tryLock(name: string): Promise<boolean>
  unlock(name: string): Promise<void>
  close(): Promise<void>
}

const applicationName = 'scripthaven nodes'

/**
 * Milliseconds. A node notices a lost connection after six seconds at most, the server after eleven (`keepalives`):
 * no other node gets a lock before its former holder knows that it lost it.
 */
const pingInterval = 2_000
const pingTimeout = 4_000
/** Milliseconds. No other node waits for one that starts, and on a busy machine a new connection takes seconds. */
const startTimeout = 30_000
const keepalives = `
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`

/**
 * One dedicated connection: messages by NOTIFY, locks by advisory locks, which end with the connection of their node.
 * After a reconnect messages may have been missed: `onReconnect` then clears what depends on them
 * (docs/decisions/0010).
 */
export async function connectToCluster(config: DatabaseConfig, onReconnect: () => void): Promise<Nodes> {
  const closing = new AbortController()
  const subscribers = new Map<string, (payload: string) => void>()
  const disconnectHandlers: (() => void)[] = []
  const reconnectHandlers = [onReconnect]
  let current = await connect(config, subscribers, startTimeout)

  const reconnecting = (async () => {
    while (!closing.signal.aborted) {
      await current.lost
      if (closing.signal.aborted) return
      for (const handle of disconnectHandlers) handle()
      current = (await reconnect(config, subscribers, closing.signal)) ?? current
      for (const handle of reconnectHandlers) handle()
    }
  })()

  const self = randomUUID()
  const messages = {
    self,
    async subscribe(channel: string, handle: (payload: string) => void) {
      subscribers.set(channel, handle)
      await current.query(`listen ${channel}`)
    },
    async publish(channel: string, payloads: readonly string[]) {
      const statement = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
      await current.query(statement, [channel, payloads]).catch(() => undefined)
    },
  }
  const discovery = await findPeers(messages)
  disconnectHandlers.push(() => discovery.clear())
  reconnectHandlers.push(() => void discovery.announceAgain())

  return {
    ...messages,
    announce: () => discovery.announce(),
    async countConnectedPeers() {
      const { rows } = await current.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`,
        [applicationName],
      )
      return rows[0]?.count ?? 0
    },
    peers: discovery.peers,
    markAlive: discovery.markAlive,
    markDead: discovery.markDead,
    onDisconnect: (handle) => void disconnectHandlers.push(handle),
    async tryLock(name) {
      const locking = current.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        lockIdOf(name),
      ])
      const { rows } = await locking.catch(() => {
        throw unavailable('The site is busy. Please try again in a moment.')
      })
      return rows[0]?.held ?? false
    },
    async unlock(name) {
      // When the connection is lost, the server has released the lock already.
      await current.query('select pg_advisory_unlock($1)', [lockIdOf(name)]).catch(() => undefined)
    },
    async close() {
      closing.abort()
      await discovery.leave()
      await current.end().catch(() => undefined)
      await reconnecting
    },
  }
}

/** The 64-bit advisory lock id of a name. */
function lockIdOf(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString()
}

async function connect(
  config: DatabaseConfig,
  subscribers: ReadonlyMap<string, (payload: string) => void>,
  connectionTimeoutMillis: number,
) {
  const client = new Client({
    ...config,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis,
  })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  client.on('notification', ({ channel, payload = '' }) => subscribers.get(channel)?.(payload))
  await client.connect()
  const query = queryInSequence(client)
  pingPeriodically(client, query, lost)
  await query(keepalives)
  for (const channel of subscribers.keys()) await query(`listen ${channel}`)
  return { query, lost, end: () => client.end() }
}

type Query = <Row extends QueryResultRow>(statement: string, values?: unknown[]) => Promise<QueryResult<Row>>

/** One statement at a time: pg deprecates queueing a second statement on a busy client. */
function queryInSequence(client: Client): Query {
  let last: Promise<unknown> = Promise.resolve()
  return (statement, values) => {
    const result = last.then(() => client.query(statement, values))
    last = result.catch(() => undefined)
    return result
  }
}

/** Destroys a connection whose peer no longer responds. */
function pingPeriodically(client: Client, query: Query, lost: Promise<void>): void {
  const timer = setInterval(() => {
    let hasResponse = false
    query('select 1').then(
      () => (hasResponse = true),
      () => (hasResponse = true),
    )
    // After a stall of this process the response may be in the socket: setImmediate lets it be read first.
    const check = () => setImmediate(() => void (hasResponse || client.connection.stream.destroy()))
    setTimeout(check, pingTimeout).unref()
  }, pingInterval).unref()
  void lost.then(() => clearInterval(timer))
}

async function reconnect(
  config: DatabaseConfig,
  subscribers: ReadonlyMap<string, (payload: string) => void>,
  closing: AbortSignal,
) {
  for (;;) {
    try {
      return await connect(config, subscribers, pingTimeout)
    } catch {
      if (closing.aborted) return undefined
      await pause(250, undefined, { ref: false })
    }
  }
}

/** The part of Nodes that discovery needs. */
type Messages = {
  self: string
  subscribe(channel: string, handle: (payload: string) => void): Promise<void>
  publish(channel: string, payloads: readonly string[]): Promise<void>
}

const channel = 'scripthaven_nodes'

/** Milliseconds. A node that misses three heartbeats counts as dead. */
const heartbeatInterval = 10_000
const deadAfter = 3 * heartbeatInterval

/** Tracks the live peers: each node sends `here` as a heartbeat and `gone` before it ends. */
async function findPeers(messages: Messages) {
  const { self } = messages
  const lastSeenAt = new Map<string, number>()
  const peers = new Set<string>()

  function markAlive(node: string) {
    if (node === self) return
    lastSeenAt.set(node, performance.now())
    peers.add(node)
  }

  function markDead(node: string) {
    lastSeenAt.delete(node)
    peers.delete(node)
  }

  const sendHeartbeat = () => messages.publish(channel, [`here ${self}`])

  await messages.subscribe(channel, (payload) => {
    const [word, node = ''] = payload.split(' ')
    if (node === '' || node === self) return
    if (word === 'gone') return markDead(node)
    // A new node does not know this one yet.
    if (!peers.has(node) && heartbeat) void sendHeartbeat()
    markAlive(node)
  })
  let heartbeat: NodeJS.Timeout | undefined

  return {
    peers: (): ReadonlySet<string> => peers,
    markAlive,
    markDead,
    async announce() {
      heartbeat ??= setInterval(() => {
        for (const [node, at] of lastSeenAt) if (performance.now() - at > deadAfter) markDead(node)
        void sendHeartbeat()
      }, heartbeatInterval).unref()
      await sendHeartbeat()
    },
    /** Called when the connection is lost. */
    clear() {
      lastSeenAt.clear()
      peers.clear()
    },
    /** Called after a reconnect. */
    async announceAgain() {
      if (heartbeat) await sendHeartbeat()
    },
    async leave() {
      clearInterval(heartbeat)
      await messages.publish(channel, [`gone ${self}`])
    },
  }
}
