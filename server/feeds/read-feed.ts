import type { Answer } from '#platform/cache.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { findCategory } from '#server/categories/categories.public.ts'
import { editsTag } from '#server/scripts/scripts.public.ts'
import { userTag, usernameKey } from '#server/users/users.public.ts'

import { authorAddress, categoryAddress, feedAddress } from './addresses.rules.ts'
import { selectAuthor, selectNewestScripts } from './feeds.queries.ts'
import { writeFeed, type Feed } from './write-feed.ts'

const entries = 30
/** Of a feed that nobody has filled yet: any moment will do, as long as it stays the same. */
const beginning = new Date(0)

/** The newest scripts of the whole site. */
export async function readSiteFeed(hub: Hub): Promise<Answer> {
  const { publicUrl, siteName } = hub.config
  return answerOf(hub, {
    title: `${siteName}: latest scripts`,
    address: `${publicUrl}/feed.xml`,
    page: `${publicUrl}/scripts`,
    since: beginning,
    scripts: await selectNewestScripts(hub.db, {}, entries),
  })
}

export async function readCategoryFeed(hub: Hub, wanted: string): Promise<Answer> {
  const { publicUrl, siteName } = hub.config
  const category = await findCategory(hub.db, wanted)
  if (!category) throw notFound('Category not found')
  return answerOf(hub, {
    title: `${siteName}: latest in ${category.name}`,
    address: feedAddress(publicUrl, 'category', category.name),
    page: categoryAddress(publicUrl, category.name),
    since: beginning,
    scripts: await selectNewestScripts(hub.db, { categoryId: category.id }, entries),
  })
}

export async function readAuthorFeed(hub: Hub, wanted: string): Promise<Answer> {
  const { publicUrl, siteName } = hub.config
  const author = await selectAuthor(hub.db, usernameKey(wanted))
  if (!author) throw notFound('User not found')
  const feed = {
    title: `${siteName}: scripts by ${author.username}`,
    address: feedAddress(publicUrl, 'author', author.username),
    page: authorAddress(publicUrl, author.username),
    since: author.createdAt,
    scripts: await selectNewestScripts(hub.db, { userId: author.id }, entries),
  }
  return answerOf(hub, feed, [userTag(author.id)])
}

/** Without the tag of counters: a feed shows none, so views leave it in the cache. */
function answerOf(hub: Hub, feed: Feed, more: readonly string[] = []): Answer {
  const authors = feed.scripts.map(({ userId }) => userTag(userId))
  return {
    status: 200,
    contentType: 'application/atom+xml; charset=utf-8',
    body: writeFeed(hub.config.publicUrl, feed),
    tags: new Set(['scripts', editsTag, 'categories', ...authors, ...more]),
  }
}
