import type { Site } from '#contract/site/pages.ts'
import type { App } from '#platform/app.ts'
import { notFound } from '#platform/errors.ts'
import { errorBody, internalError, toHttpError } from '#platform/http/error-response.ts'
import type { ContractRoute } from '#platform/http/route.ts'
import { serializeError } from '#platform/log.ts'
import { settingsTag } from '#server/site/site-settings/site-settings.rules.ts'

import type { FetchData } from './page-renderer.ts'

/** The data of one page: the cache tags of all its requests, and whether each of them can be cached. */
export type PageData = { fetchData: FetchData; tags: ReadonlySet<string>; isCacheable: () => boolean }

/** Handles the requests of a page in this process, as a visitor. The responses are those of HTTP. */
export function createDataFetcher(contractRoutes: readonly ContractRoute[]): (app: App) => PageData {
  const routesByName = new Map<string, ContractRoute>(
    contractRoutes.map((route) => [`${route.method} ${route.path}`, route]),
  )
  return (app) => {
    // Every page contains the site name.
    const tags = new Set<string>([settingsTag])
    let isCacheable = true

    const fetchData: FetchData = async ({ name, params, query }) => {
      try {
        const route = routesByName.get(name)
        if (!route || route.method !== 'GET') throw notFound('Not found')
        const { reply, tags: tagsOfReply, noStore } = await route.read(app, { params, query })
        if (noStore) isCacheable = false
        for (const tag of tagsOfReply) tags.add(tag)
        return { status: 200, body: reply }
      } catch (thrown) {
        const error = toHttpError(thrown)
        if (!error) app.log.error('A page could not read its data', { name, ...serializeError(thrown) })
        const { status } = error ?? internalError
        return { status, body: errorBody(error ?? internalError) }
      }
    }

    return { fetchData, tags, isCacheable: () => isCacheable }
  }
}

/** What pages show of the settings. They are cached with `settingsTag`. */
export function siteOf({ settings, config: { publicUrl, discord }, clock }: App): Site {
  const { siteName, tagline: siteTagline, chatInviteUrl, reviewMode } = settings
  const hasEnded = settings.bannerUntil !== null && new Date(settings.bannerUntil) <= clock.now()
  const banner =
    settings.bannerText === '' || hasEnded
      ? null
      : {
          text: settings.bannerText,
          tone: settings.bannerTone,
          link: settings.bannerLink,
          linkText: settings.bannerLinkText,
        }
  return {
    siteName,
    siteTagline,
    publicUrl,
    chatInviteUrl,
    hasDiscordApp: discord.publicKey !== undefined,
    reviewMode,
    banner,
  }
}
