/** How a node is heard of by others; see Nodes. */
type Line = {
  self: string
  hear(channel: string, act: (payload: string) => void): Promise<void>
  send(channel: string, payloads: readonly string[]): Promise<void>
}

const channel = 'scripthaven_nodes'

/** Milliseconds between two signs of life; who was not heard for three of them has ended. */
const greetEvery = 10_000
const goneAfter = 3 * greetEvery

/** Which other nodes there are: each says that it is there, and that it leaves. */
export async function findOthers(line: Line) {
  const { self } = line
  const heardAt = new Map<string, number>()
  const others = new Set<string>()

  function noteHeard(node: string) {
    if (node === self) return
    heardAt.set(node, performance.now())
    others.add(node)
  }

  function noteGone(node: string) {
    heardAt.delete(node)
    others.delete(node)
  }

  const greet = () => line.send(channel, [`here ${self}`])

  await line.hear(channel, (payload) => {
    const [word, node = ''] = payload.split(' ')
    if (node === '' || node === self) return
    if (word === 'gone') return noteGone(node)
    // A node that is new here does not know of this one yet.
    if (!others.has(node) && greeting) void greet()
    noteHeard(node)
  })
  let greeting: NodeJS.Timeout | undefined

  return {
    others: (): ReadonlySet<string> => others,
    noteHeard,
    noteGone,
    async join() {
      greeting ??= setInterval(() => {
        for (const [node, at] of heardAt) if (performance.now() - at > goneAfter) noteGone(node)
        void greet()
      }, greetEvery).unref()
      await greet()
    },
    /** Called when the connection was lost, and when it is there again. */
    forget() {
      heardAt.clear()
      others.clear()
    },
    async comeBack() {
      if (greeting) await greet()
    },
    async leave() {
      clearInterval(greeting)
      await line.send(channel, [`gone ${self}`])
    },
  }
}
