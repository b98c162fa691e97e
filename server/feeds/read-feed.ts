import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { findCategory } from '#server/categories/categories.public.ts'
import { editsTag } from '#server/scripts/scripts.public.ts'
import { userTag, usernameKey } from '#server/users/users.public.ts'

import { authorUrl, categoryUrl, feedUrl } from './urls.rules.ts'
import { selectAuthor, selectNewestScripts } from './feeds.queries.ts'
import { writeFeed, type Feed } from './write-feed.ts'

const entries = 30
/** An empty feed must have an update time, and the same one in each response. */
const epoch = new Date(0)

export async function readSiteFeed(app: App): Promise<CacheableResponse> {
  const { publicUrl, siteName } = app.config
  return respond(app, {
    title: `${siteName}: latest scripts`,
    url: `${publicUrl}/feed.xml`,
    pageUrl: `${publicUrl}/scripts`,
    emptyUpdatedAt: epoch,
    scripts: await selectNewestScripts(app.db, {}, entries),
  })
}

export async function readCategoryFeed(app: App, name: string): Promise<CacheableResponse> {
  const { publicUrl, siteName } = app.config
  const category = await findCategory(app.db, name)
  if (!category) throw notFound('Category not found')
  return respond(app, {
    title: `${siteName}: latest in ${category.name}`,
    url: feedUrl(publicUrl, 'category', category.name),
    pageUrl: categoryUrl(publicUrl, category.name),
    emptyUpdatedAt: epoch,
    scripts: await selectNewestScripts(app.db, { categoryId: category.id }, entries),
  })
}

export async function readAuthorFeed(app: App, username: string): Promise<CacheableResponse> {
  const { publicUrl, siteName } = app.config
  const author = await selectAuthor(app.db, usernameKey(username))
  if (!author) throw notFound('User not found')
  const feed = {
    title: `${siteName}: scripts by ${author.username}`,
    url: feedUrl(publicUrl, 'author', author.username),
    pageUrl: authorUrl(publicUrl, author.username),
    emptyUpdatedAt: author.createdAt,
    scripts: await selectNewestScripts(app.db, { userId: author.id }, entries),
  }
  return respond(app, feed, [userTag(author.id)])
}

/** Without the tag of counters: a feed shows none, so a view does not invalidate it. */
function respond(app: App, feed: Feed, tags: readonly string[] = []): CacheableResponse {
  const authors = feed.scripts.map(({ userId }) => userTag(userId))
  return {
    status: 200,
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
    body: writeFeed(app.config.publicUrl, feed),
    tags: new Set(['scripts', editsTag, 'categories', ...authors, ...tags]),
  }
}
