import type { IncomingMessage } from 'node:http'

import type { App } from '#platform/app.ts'

import type { RequestContext } from './request-context.ts'

/** The status of nginx for a client that closed the connection before its response. */
const clientClosedRequest = 499

/** Writes one line for each response and counts it in the metrics. */
export function logRequest(
  { log, metrics }: App,
  { method = 'GET', url = '/' }: IncomingMessage,
  { statusCode, headersSent }: { statusCode: number; headersSent: boolean },
  { requestId, startedAt, isCached, route = 'refused' }: RequestContext,
): void {
  const status = headersSent ? statusCode : clientClosedRequest
  const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
  if (isCached) metrics?.countCached(status)
  else metrics?.countRouted(method, route, status, milliseconds)
  log.info('request', { requestId, method, path: loggedPath(url), status, milliseconds })
}

/** Without the query and without the token of a signed URL, which are secrets. */
function loggedPath(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.startsWith('/files/') ? path.replace(/^(\/files\/(?:download|upload)\/).*/s, '$1…') : path
}
