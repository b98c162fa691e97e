import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'

import type { App } from '#platform/app.ts'
import type { CacheEntry } from '#platform/cache/response-cache.ts'

import { createEncodedSender } from './cached-response.ts'
import { createClientErrorHandler } from './client-errors.ts'
import { createDispatcher } from './dispatch.ts'
import { createShutdown } from './graceful-shutdown.ts'
import { createRequestListener, type ReadObserver } from './request-listener.ts'
import type { FindActor, Route } from './route.ts'
import { createRouter } from './router.ts'
import { connectionsMax, timeouts as defaultTimeouts, type Timeouts } from './timeouts.ts'

type Wiring = {
  app: App
  routes: readonly Route[]
  findActor: FindActor
  timeouts?: Partial<Timeouts> | undefined
  readObserver?: ReadObserver | undefined
}

export type Server = {
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
