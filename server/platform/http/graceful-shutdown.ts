import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'

import { unavailable, type HttpError } from '#platform/errors.ts'

/** Milliseconds. */
const idleCheckInterval = 50
/** So that a flood of connections cannot keep the listener open. */
const iterationsMax = 1_000

/**
 * Closes a server without breaking a request. The listener closes at once, but the client of an idle connection may
 * have sent a request already. During the grace period it receives 503; Node's own `close` would reset the connection.
 */
export function createShutdown(server: Server, gracePeriod: number) {
  let isClosing = false

  return {
    /** Why a new request is rejected, or undefined. */
    error(): HttpError | undefined {
      return isClosing ? unavailable('The site is restarting. Please try again in a moment.', 2) : undefined
    },

    /** Resolves when the last connection has ended. */
    async close(): Promise<void> {
      isClosing = true
      await acceptPending(server)
      let idleCheck: NodeJS.Timeout | undefined
      const grace = setTimeout(() => {
        idleCheck = setInterval(() => server.closeIdleConnections(), idleCheckInterval)
      }, gracePeriod)
      // The method of http.Server closes idle connections immediately.
      await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      clearTimeout(grace)
      clearInterval(idleCheck)
      // Ends the timer that checks connections for timeouts.
      server.close()
    },
  }
}

/**
 * Closing a listener resets connections that the system has accepted and this process has not. The event loop accepts
 * one in each iteration: after an iteration without one there are no more.
 */
async function acceptPending(server: Server): Promise<void> {
  let accepted = true
  const onConnection = () => (accepted = true)
  server.on('connection', onConnection)
  // The current iteration may be past the phase that accepts connections.
  await nextIteration()
  for (let iteration = 0; accepted && iteration < iterationsMax; iteration++) {
    accepted = false
    await nextIteration()
  }
  server.off('connection', onConnection)
}
