import type { IncomingMessage, ServerResponse } from 'node:http'

import findMyWay from 'find-my-way'

import { badRequest, HttpError, notFound } from '#platform/errors.ts'

import type { Dispatch } from './dispatch.ts'
import { sendError } from './error-response.ts'
import type { RequestContext } from './request-context.ts'
import type { Route } from './route.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Finds the route of a request. Responds with 404 or 405 if there is none. */
export function createRouter(routes: readonly Route[], dispatch: Dispatch) {
  const router = findMyWay({
    maxParamLength: 2_000,
    defaultRoute: respondNotFound,
    onBadUrl: (_url, _request, response) => sendError(response, badRequest('The request is not valid')),
  })
  for (const route of routes) {
    const method = route.method === 'GET' ? (['GET', 'HEAD'] as const) : [route.method]
    router.on(
      [...method],
      route.path,
      function (this: RequestContext, request, response, params, _store, query) {
        void dispatch(route, request, response, this, { params, query })
      },
      route,
    )
  }
  // The pages have the route /*, which must not take over calls and files that do not exist.
  for (const path of ['/api/*', '/files/*']) router.on(['GET', 'HEAD'], path, respondNotFound)

  function respondNotFound(this: RequestContext, request: IncomingMessage, response: ServerResponse) {
    const allowed = new Set(methods.flatMap((method) => methodAt(method, request.url ?? '/')))
    this.route = 'unmatched'
    if (allowed.size === 0) return sendError(response, notFound('Not found'))
    sendError(response, new HttpError('method_not_allowed', 'This method is not allowed here'), {
      allow: [...allowed].join(', '),
    })
  }

  function methodAt(method: (typeof methods)[number], url: string): Route['method'][] {
    const route: Route | undefined = router.find(method, url)?.store
    return !route || route.path.endsWith('*') ? [] : [route.method]
  }

  return (request: IncomingMessage, response: ServerResponse, context: RequestContext): void => {
    router.lookup(request, response, context)
  }
}
