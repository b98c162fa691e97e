import { setTimeout as pause } from 'node:timers/promises'

import { Client } from 'pg'

import { changesChannel, type DatabaseAddress } from './database.ts'

type Listener = { onChange(tags: readonly string[]): void; onGap(): void }

/**
 * Hears what other nodes changed, on a connection of its own. Whenever it had to connect again something may
 * have been missed: `onGap` then forgets everything.
 */
export async function listenForChanges(
  address: DatabaseAddress,
  listener: Listener,
): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController()
  let current = await connect(address, listener)

  const watching = (async () => {
    while (!closing.signal.aborted) {
      await current.lost
      if (closing.signal.aborted) return
      listener.onGap()
      current = await connectAgain(address, listener, closing.signal)
    }
  })()

  return {
    async close() {
      closing.abort()
      await current.end()
      await watching
    },
  }
}

type Connected = { lost: Promise<void>; end(): Promise<void> }

async function connect(address: DatabaseAddress, listener: Listener): Promise<Connected> {
  const client = new Client({ ...address, application_name: 'scripthaven changes', keepAlive: true })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  client.on('notification', ({ payload }) => listener.onChange((payload ?? '').split(',')))
  await client.connect()
  await client.query(`listen ${changesChannel}`)
  return { lost, end: () => client.end().catch(() => undefined) }
}

async function connectAgain(
  address: DatabaseAddress,
  listener: Listener,
  closing: AbortSignal,
): Promise<Connected> {
  for (;;) {
    try {
      const connected = await connect(address, listener)
      // What changed between the loss and this moment was not heard.
      listener.onGap()
      return connected
    } catch {
      if (closing.aborted) return { lost: Promise.resolve(), end: async () => undefined }
      await pause(250, undefined, { ref: false })
    }
  }
}
