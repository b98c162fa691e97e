import { setTimeout as pause } from 'node:timers/promises'

import { Client } from 'pg'

import type { DatabaseAddress } from './database.ts'

export type Notices = {
  /** From when this resolves, `act` gets what any node sends on the channel, this one among them. */
  hear(channel: string, act: (payload: string) => void): Promise<void>
  /** Nothing is sent while the connection is lost: a notice is never the only way to know. */
  send(channel: string, payloads: readonly string[]): Promise<void>
  close(): Promise<void>
}

type Hearers = Map<string, (payload: string) => void>
type Circumstances = { address: DatabaseAddress; hearers: Hearers; onGap: () => void }

/**
 * What the nodes of a hub tell one another, by NOTIFY on a connection of its own. Whenever it had to connect
 * again something may have been missed: `onGap` then forgets everything.
 */
export async function openNotices(address: DatabaseAddress, onGap: () => void): Promise<Notices> {
  const closing = new AbortController()
  const circumstances: Circumstances = { address, hearers: new Map(), onGap }
  let current = await connect(circumstances)

  const watching = (async () => {
    while (!closing.signal.aborted) {
      await current.lost
      if (closing.signal.aborted) return
      onGap()
      current = (await connectAgain(circumstances, closing.signal)) ?? current
    }
  })()

  return {
    async hear(channel, act) {
      circumstances.hearers.set(channel, act)
      await current.client.query(`listen ${channel}`)
    },
    async send(channel, payloads) {
      const statement = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
      await current.client.query(statement, [channel, payloads]).catch(() => undefined)
    },
    async close() {
      closing.abort()
      await current.client.end().catch(() => undefined)
      await watching
    },
  }
}

async function connect({ address, hearers }: Circumstances) {
  const client = new Client({ ...address, application_name: 'scripthaven notices', keepAlive: true })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  client.on('notification', ({ channel, payload = '' }) => hearers.get(channel)?.(payload))
  await client.connect()
  for (const channel of hearers.keys()) await client.query(`listen ${channel}`)
  return { client, lost }
}

async function connectAgain(circumstances: Circumstances, closing: AbortSignal) {
  for (;;) {
    try {
      const connected = await connect(circumstances)
      // What changed between the loss and this moment was not heard.
      circumstances.onGap()
      return connected
    } catch {
      if (closing.aborted) return undefined
      await pause(250, undefined, { ref: false })
    }
  }
}
