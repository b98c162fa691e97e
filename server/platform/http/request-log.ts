import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Hub } from '#platform/hub.ts'

/** The route that took a request, for the metrics. */
export type Templates = WeakMap<ServerResponse, string>
export const cachedTemplate = 'cached'

/** One line an answered request, and its place in the metrics. */
export function logWhenDone(
  hub: Hub,
  templates: Templates,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  const startedAt = performance.now()
  response.once('close', () => {
    // A signed address is a secret for as long as it is good.
    const path = (request.url ?? '/')
      .replace(/\?.*$/, '')
      .replace(/^(\/files\/(?:download|upload)\/).*/, '$1…')
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
    const template = templates.get(response) ?? 'refused'
    if (template === cachedTemplate) hub.metrics?.countCached(response.statusCode)
    else hub.metrics?.countRouted(request.method ?? 'GET', template, response.statusCode, milliseconds)
    hub.log.info('request', {
      requestId,
      method: request.method,
      path,
      status: response.statusCode,
      milliseconds,
    })
  })
}
