import { once } from 'node:events'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'

import type { App } from '#platform/app.ts'
import type { CacheEntry } from '#platform/cache/response-cache.ts'
import { unavailable, type HttpError } from '#platform/errors.ts'

import { createEncodedSender } from './cached-response.ts'
import { createClientErrorHandler } from './error-response.ts'
import { createDispatcher, createRouter } from './dispatch.ts'
import {
  createRequestListener,
  type ReadObserver,
  connectionsMax,
  timeouts as defaultTimeouts,
  type Timeouts,
} from './request-listener.ts'
import type { FindActor, Route } from './route.ts'

type Wiring = {
  app: App
  routes: readonly Route[]
  findActor: FindActor
  timeouts?: Partial<Timeouts> | undefined
  readObserver?: ReadObserver | undefined
}

type Server = {
  /** Resolves with the URL. */
  listen(port: number, host: string): Promise<string>
  /** Resolves when all requests have completed. Those that take longer than `timeout` milliseconds are cut off. */
  close(timeout: number): Promise<void>
}

/** URLs of cached responses that are remembered. */
const urlsMax = 20_000
const urlLengthMax = 500

export function createServer({ app, routes, findActor, timeouts: changed, readObserver }: Wiring): Server {
  const timeouts = { ...defaultTimeouts, ...changed }
  const cacheKeyByUrl = new Map<string, string>()
  const sendEncoded = createEncodedSender(app.config, timeouts.keepAlive)
  const clientErrors = createClientErrorHandler(app.config, app.log)
  const dispatch = createDispatcher({ app, findActor, sendEncoded, rememberKey })
  const handleRequest = createRequestListener({
    app,
    timeouts,
    clientErrors,
    sendEncoded,
    findCached,
    shutdownError: () => shutdown.error(),
    route: createRouter(routes, dispatch),
    readObserver,
  })
  const server = createHttpServer(
    {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: Math.min(1_000, timeouts.headers),
      // A file of 1000 MB may take hours. Bodies have timers of their own, see request-body.ts.
      requestTimeout: 0,
      keepAliveTimeout: timeouts.keepAlive,
      requireHostHeader: false,
    },
    handleRequest,
  )
  server.maxConnections = connectionsMax
  server.on('clientError', clientErrors.onClientError).on('checkExpectation', handleRequest)
  const shutdown = createShutdown(server, timeouts.shutdownGrace)

  function findCached(url: string): CacheEntry | undefined {
    const key = cacheKeyByUrl.get(url)
    const entry = key === undefined ? undefined : app.cache.find(key)
    return entry?.variesByUser ? undefined : entry
  }

  function rememberKey(url: string, key: string): void {
    if (url.length > urlLengthMax || !app.cache.find(key)) return
    if (cacheKeyByUrl.size >= urlsMax) cacheKeyByUrl.clear()
    cacheKeyByUrl.set(url, key)
  }

  return {
    async listen(port, host) {
      server.listen(port, host)
      await once(server, 'listening')
      const bound = server.address()
      if (typeof bound !== 'object' || bound === null) throw new Error('The server listens on no port')
      return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`
    },
    async close(timeout) {
      const timer = setTimeout(() => server.closeAllConnections(), timeout)
      await shutdown.close()
      clearTimeout(timer)
    },
  }
}

/** Milliseconds. */
const idleCheckInterval = 50
/** So that a flood of connections cannot keep the listener open. */
const iterationsMax = 1_000

/**
 * Closes a server without breaking a request. The listener closes at once, but the client of an idle connection may
 * have sent a request already. During the grace period it receives 503; Node's own `close` would reset the connection.
 */
function createShutdown(server: HttpServer, gracePeriod: number) {
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
async function acceptPending(server: HttpServer): Promise<void> {
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
