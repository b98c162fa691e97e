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
export async function findPeers(messages: Messages) {
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
