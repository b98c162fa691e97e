import { notFound } from '#platform/failures.ts'
import { answerVisitor } from '#platform/http/pipeline.ts'
import { refusalBody, refusalOf, internalRefusal } from '#platform/http/refusals.ts'
import type { Route } from '#platform/http/route.ts'
import type { Hub } from '#platform/hub.ts'
import { describeError } from '#platform/log.ts'

import type { Read } from './page-renderer.ts'

/** The calls of one page, and what they read: the tags of all of them, and whether each of them has some. */
export type PageReads = { read: Read; tags: ReadonlySet<string>; isKeepable: () => boolean }

/** Answers the calls of a page in this process, as a visitor's and in the form they would have over HTTP. */
export function answerReads(routes: readonly Route[]): (hub: Hub) => PageReads {
  const routesByName = new Map<string, Route>(
    routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]),
  )
  return (hub) => {
    const tags = new Set<string>()
    let isKeepable = true

    const read: Read = async ({ name, params, query }) => {
      try {
        const route = routesByName.get(name)
        if (!route || route.endpoint.method !== 'GET') throw notFound('Not found')
        const answer = await answerVisitor(hub, route, { params, query })
        if (!answer.mayKeep) isKeepable = false
        for (const tag of answer.tags) tags.add(tag)
        return { status: 200, body: answer.reply }
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal) hub.log.error('A read of a page failed', { name, ...describeError(error) })
        const { status } = refusal ?? internalRefusal
        return { status, body: refusalBody(refusal ?? internalRefusal) }
      }
    }

    return { read, tags, isKeepable: () => isKeepable }
  }
}
