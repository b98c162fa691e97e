import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { Client, type QueryResult, type QueryResultRow } from 'pg'

import type { DatabaseAddress } from '#platform/database.ts'
import { unavailable } from '#platform/failures.ts'

import { findOthers } from './find-others.ts'

/** What the nodes of a hub tell one another and keep from one another. */
export type Nodes = {
  /** What this node calls itself: whoever sends hears it too. */
  self: string
  /** Says that this node is there, once it hears all that it has to: others wait for what it answers from then on. */
  join(): Promise<void>
  /** How many other nodes are connected at this moment, whether they were heard of or not. */
  countConnected(): Promise<number>
  /** The nodes that were heard of lately, without this one. */
  others(): ReadonlySet<string>
  noteHeard(node: string): void
  /** Counts a node among those that have ended, until it is heard again. */
  noteGone(node: string): void
  /** From when this resolves, `act` gets what any node sends on the channel, this one among them. */
  hear(channel: string, act: (payload: string) => void): Promise<void>
  /** Nothing is sent while the connection is lost: a notice is never the only way to know. */
  send(channel: string, payloads: readonly string[]): Promise<void>
  /** Calls `act` when the connection is lost: notices are missed from then on, and what was held is free for others. */
  onLoss(act: () => void): void
  /** Holds a name for this node until it lets go; false while another node holds it. */
  tryHold(name: string): Promise<boolean>
  letGo(name: string): Promise<void>
  close(): Promise<void>
}

const applicationName = 'scripthaven nodes'

/**
 * Milliseconds. A node notices a dead line after six seconds at most, the server after eleven (`keepalives`): nobody
 * gets what a node that was cut off held before that node knows.
 */
const pingEvery = 2_000
const pingWithin = 4_000
const keepalives = `
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`

/**
 * One connection for all of it: notices by NOTIFY, names by advisory locks, which end with the node that held them.
 * Whenever it had to connect again something may have been missed: `onGap` then forgets everything. Until then nobody
 * knows whether anything was missed, see docs/decisions/0010.
 */
export async function openNodes(address: DatabaseAddress, onGap: () => void): Promise<Nodes> {
  const closing = new AbortController()
  const hearers = new Map<string, (payload: string) => void>()
  const losers: (() => void)[] = []
  // What changed between the loss and this moment was not heard.
  const returners = [onGap]
  let current = await connect(address, hearers)

  const watching = (async () => {
    while (!closing.signal.aborted) {
      await current.lost
      if (closing.signal.aborted) return
      for (const act of losers) act()
      current = (await connectAgain(address, hearers, closing.signal)) ?? current
      for (const act of returners) act()
    }
  })()

  const self = randomUUID()
  const line = {
    self,
    async hear(channel: string, act: (payload: string) => void) {
      hearers.set(channel, act)
      await current.ask(`listen ${channel}`)
    },
    async send(channel: string, payloads: readonly string[]) {
      const statement = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
      await current.ask(statement, [channel, payloads]).catch(() => undefined)
    },
  }
  const found = await findOthers(line)
  losers.push(() => found.forget())
  returners.push(() => void found.comeBack())

  return {
    ...line,
    join: () => found.join(),
    async countConnected() {
      const { rows } = await current.ask<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`,
        [applicationName],
      )
      return rows[0]?.count ?? 0
    },
    others: found.others,
    noteHeard: found.noteHeard,
    noteGone: found.noteGone,
    onLoss: (act) => void losers.push(act),
    async tryHold(name) {
      const asked = current.ask<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockOf(name)])
      const { rows } = await asked.catch(() => {
        throw unavailable('The site is busy. Please try again in a moment.')
      })
      return rows[0]?.held ?? false
    },
    async letGo(name) {
      // Where the connection is lost the name is free already.
      await current.ask('select pg_advisory_unlock($1)', [lockOf(name)]).catch(() => undefined)
    },
    async close() {
      closing.abort()
      await found.leave()
      await current.end().catch(() => undefined)
      await watching
    },
  }
}

/** A number of 64 bits that stands for a name. */
function lockOf(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString()
}

async function connect(address: DatabaseAddress, hearers: ReadonlyMap<string, (payload: string) => void>) {
  const client = new Client({
    ...address,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: pingWithin,
  })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  client.on('notification', ({ channel, payload = '' }) => hearers.get(channel)?.(payload))
  await client.connect()
  const ask = inTurn(client)
  keepAsking(client, ask, lost)
  await ask(keepalives)
  for (const channel of hearers.keys()) await ask(`listen ${channel}`)
  return { ask, lost, end: () => client.end() }
}

type Ask = <Row extends QueryResultRow>(statement: string, values?: unknown[]) => Promise<QueryResult<Row>>

/** One statement at a time: a client of pg takes another one meanwhile only for now, and warns of it. */
function inTurn(client: Client): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return (statement, values) => {
    const answer = last.then(() => client.query(statement, values))
    last = answer.catch(() => undefined)
    return answer
  }
}

/** A line that died without a word is ended here. */
function keepAsking(client: Client, ask: Ask, lost: Promise<void>): void {
  const asking = setInterval(() => {
    let isAnswered = false
    ask('select 1').then(
      () => (isAnswered = true),
      () => (isAnswered = true),
    )
    // Where this machine stood still, the answer is there already and is read first.
    const look = () => setImmediate(() => void (isAnswered || client.connection.stream.destroy()))
    setTimeout(look, pingWithin).unref()
  }, pingEvery).unref()
  void lost.then(() => clearInterval(asking))
}

async function connectAgain(
  address: DatabaseAddress,
  hearers: ReadonlyMap<string, (payload: string) => void>,
  closing: AbortSignal,
) {
  for (;;) {
    try {
      return await connect(address, hearers)
    } catch {
      if (closing.aborted) return undefined
      await pause(250, undefined, { ref: false })
    }
  }
}
