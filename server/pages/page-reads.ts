import { AsyncLocalStorage } from 'node:async_hooks'

import type { PageRead, PageReadAnswer } from '#contract/pages.ts'
import { notFound } from '#platform/failures.ts'
import { answerVisitor } from '#platform/http/pipeline.ts'
import { refusalBody, refusalOf, internalRefusal } from '#platform/http/refusals.ts'
import type { Route } from '#platform/http/route.ts'
import type { Hub } from '#platform/hub.ts'
import { describeError } from '#platform/log.ts'

type Reading = { hub: Hub; tags: Set<string>; isKeepable: boolean }

const readings = new AsyncLocalStorage<Reading>()

/** Renders something and says what it has read: the tags of all calls, and whether each of them has some. */
export async function gatherReads<T>(
  hub: Hub,
  render: () => Promise<T>,
): Promise<{ result: T; tags: ReadonlySet<string>; isKeepable: boolean }> {
  const reading: Reading = { hub, tags: new Set(), isKeepable: true }
  const result = await readings.run(reading, render)
  return { result, tags: reading.tags, isKeepable: reading.isKeepable }
}

/** Answers the calls of a page in this process, as a visitor's and in the form they would have over HTTP. */
export function answerReads(routes: readonly Route[]): (read: PageRead) => Promise<PageReadAnswer> {
  const routesByName = new Map<string, Route>(
    routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]),
  )
  return async ({ name, params, query }) => {
    const reading = readings.getStore()
    if (!reading) throw new Error(`${name} was called outside of a render`)
    try {
      const route = routesByName.get(name)
      if (!route || route.endpoint.method !== 'GET') throw notFound('Not found')
      const { reply, tags, mayKeep } = await answerVisitor(reading.hub, route, { params, query })
      if (!mayKeep) reading.isKeepable = false
      for (const tag of tags) reading.tags.add(tag)
      return { status: 200, body: reply }
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) reading.hub.log.error('A read of a page failed', { name, ...describeError(error) })
      const { status } = refusal ?? internalRefusal
      return { status, body: refusalBody(refusal ?? internalRefusal) }
    }
  }
}
