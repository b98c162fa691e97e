import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Hub } from '#platform/hub.ts'

/** The route that took a request, for the metrics. */
export type Templates = WeakMap<ServerResponse, string>

/** What is known of a request when it is met. */
export type Met = { requestId: string; startedAt: number; isKept: boolean }

/** One line an answered request, and its place in the metrics. */
export function logAnswered(
  { log, metrics }: Hub,
  templates: Templates,
  { method = 'GET', url = '/' }: IncomingMessage,
  response: ServerResponse,
  { requestId, startedAt, isKept }: Met,
): void {
  const { statusCode: status } = response
  const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
  if (isKept) metrics?.countCached(status)
  else metrics?.countRouted(method, templates.get(response) ?? 'refused', status, milliseconds)
  log.info('request', { requestId, method, path: pathOf(url), status, milliseconds })
}

/** A signed address is a secret for as long as it is good. */
function pathOf(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.startsWith('/files/') ? path.replace(/^(\/files\/(?:download|upload)\/).*/s, '$1…') : path
}
