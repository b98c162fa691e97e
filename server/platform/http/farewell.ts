import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'

import { unavailable, type Failure } from '#platform/failures.ts'

/** Milliseconds between looks for connections whose last answer has gone out. */
const lookEvery = 50
/** Of the event loop: a flood of connections must not keep the listener open. */
const turnsMax = 1_000

/**
 * How a server leaves without cutting anybody off. Its `close` shuts the listener at once, but a connection that is
 * idle at that moment may have a request on its way: for as long as the farewell lasts it is told 503 and to come
 * back by another connection. Node's own `close` would break it off.
 */
export function prepareFarewell(farewell: number) {
  let isLeaving = false

  return {
    /** Why a request comes too late, or undefined. */
    refusal(): Failure | undefined {
      return isLeaving ? unavailable('The site is restarting. Please try again in a moment.', 2) : undefined
    },

    replaceClose(server: Server): Server {
      const closeAtOnce = server.close.bind(server)
      server.close = (done) => {
        isLeaving = true
        let looks: NodeJS.Timeout | undefined
        const end = setTimeout(() => {
          looks = setInterval(() => server.closeIdleConnections(), lookEvery)
        }, farewell)
        server.once('close', () => {
          clearTimeout(end)
          clearInterval(looks)
          // What else node ends with its server.
          closeAtOnce()
        })
        // Calls `done` once the last connection has gone.
        setImmediate(() => whenAllAreMet(server, turnsMax, () => Listener.prototype.close.call(server, done)))
        return server
      }
      return server
    },
  }
}

/**
 * Whom the system has let in and this process has not yet met is reset when the listener is shut. The event loop
 * meets one a turn: after a turn that brought nobody there is nobody.
 */
function whenAllAreMet(server: Server, turns: number, act: () => void): void {
  let hasCome = false
  const note = () => {
    hasCome = true
  }
  server.once('connection', note)
  setImmediate(() => {
    server.off('connection', note)
    if (hasCome && turns > 0) whenAllAreMet(server, turns - 1, act)
    else act()
  })
}
