import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import {
  collectionTag,
  findCategory,
  cardTag,
  editsTag,
  plainDescription,
  readCollection,
  readScript,
  listVersions,
} from '#server/scripts/scripts.public.ts'
import { settingsTag } from '#server/site/site-settings/site-settings.rules.ts'
import { userTag, usernameKey } from '#server/access/access.public.ts'

import {
  authorUrl,
  categoryUrl,
  collectionUrl,
  feedUrl,
  scriptUrl,
  versionUrl,
  writeFeed,
  type Feed,
  type FeedEntry,
} from './feeds.rules.ts'
import { selectAuthor, selectNewestScripts, type FeedScript } from './feeds.queries.ts'

const entriesMax = 30
/** An empty feed must have an update time, and the same one in each response. */
const epoch = new Date(0)

export async function readSiteFeed(app: App): Promise<CacheableResponse> {
  const { publicUrl } = app.config
  const { siteName } = app.settings
  return respond(app, {
    title: `${siteName}: latest scripts`,
    url: `${publicUrl}/feed.xml`,
    pageUrl: `${publicUrl}/scripts`,
    emptyUpdatedAt: epoch,
    scripts: await selectNewestScripts(app.db, {}, entriesMax),
  })
}

export async function readCategoryFeed(app: App, name: string): Promise<CacheableResponse> {
  const { publicUrl } = app.config
  const { siteName } = app.settings
  const category = await findCategory(app.db, name)
  if (!category) throw notFound('Category not found')
  return respond(app, {
    title: `${siteName}: latest in ${category.name}`,
    url: feedUrl(publicUrl, 'category', category.name),
    pageUrl: categoryUrl(publicUrl, category.name),
    emptyUpdatedAt: epoch,
    scripts: await selectNewestScripts(app.db, { categoryId: category.id }, entriesMax),
  })
}

export async function readAuthorFeed(app: App, username: string): Promise<CacheableResponse> {
  const { publicUrl } = app.config
  const { siteName } = app.settings
  const author = await selectAuthor(app.db, usernameKey(username))
  if (!author) throw notFound('User not found')
  const feed = {
    title: `${siteName}: scripts by ${author.username}`,
    url: feedUrl(publicUrl, 'author', author.username),
    pageUrl: authorUrl(publicUrl, author.username),
    emptyUpdatedAt: author.createdAt,
    scripts: await selectNewestScripts(app.db, { userId: author.id }, entriesMax),
  }
  return respond(app, feed, [userTag(author.id)])
}

/** The versions of a script, for its users. */
export async function readScriptFeed(app: App, id: number): Promise<CacheableResponse> {
  const { publicUrl } = app.config
  const { siteName } = app.settings
  const script = await readScript(app.db, null, id)
  const { versions } = await listVersions(app.db, null, id, { page: 1, limit: entriesMax })
  const feed = {
    title: `${siteName}: versions of ${script.name}`,
    url: `${publicUrl}/feed/script/${id}.xml`,
    pageUrl: scriptUrl(publicUrl, id),
    emptyUpdatedAt: new Date(script.createdAt),
    entries: versions.map((version): FeedEntry => {
      const { number, changelog, withdrawal, createdAt, publishedAt } = version
      const publishedOn = new Date(publishedAt ?? createdAt)
      return {
        url: versionUrl(publicUrl, id, version.id),
        title: `${script.name} ${number}${withdrawal ? ' (withdrawn)' : ''}`,
        author: script.author,
        category: null,
        summary: withdrawal ? withdrawal.reason : plainDescription(changelog),
        createdAt: publishedOn,
        updatedAt: withdrawal ? new Date(withdrawal.at) : publishedOn,
      }
    }),
  }
  return atom(app, feed, [cardTag(id), userTag(script.userId)])
}

/** The scripts of a public collection, those that were added last first. */
export async function readCollectionFeed(app: App, id: number): Promise<CacheableResponse> {
  const { publicUrl } = app.config
  const { siteName } = app.settings
  const { title, owner, entries, createdAt } = await readCollection(app.db, null, id)
  const listed = entries.flatMap(({ script, note, addedAt }) => (script ? [{ script, note, addedAt }] : []))
  const feed = {
    title: `${siteName}: ${title}`,
    url: `${publicUrl}/feed/collection/${id}.xml`,
    pageUrl: collectionUrl(publicUrl, id),
    emptyUpdatedAt: new Date(createdAt),
    entries: listed
      .toSorted((a, b) => b.addedAt.localeCompare(a.addedAt))
      .slice(0, entriesMax)
      .map(({ script, note, addedAt }): FeedEntry => ({
        url: scriptUrl(publicUrl, script.id),
        title: script.name,
        author: script.author,
        category: script.category,
        summary: note || script.description,
        createdAt: new Date(addedAt),
        updatedAt: new Date(addedAt),
      })),
  }
  const tags = listed.flatMap(({ script }) => [cardTag(script.id), userTag(script.userId)])
  return atom(app, feed, [collectionTag(id), userTag(owner.id), 'categories', ...tags])
}

function entryOf(publicUrl: string, script: FeedScript): FeedEntry {
  const { id, name, description, category, author, license, createdAt, updatedAt } = script
  const summary = plainDescription(description)
  return {
    url: scriptUrl(publicUrl, id),
    title: name,
    author,
    category,
    license,
    summary,
    createdAt,
    updatedAt,
  }
}

type ScriptsFeed = Omit<Feed, 'entries'> & { scripts: readonly FeedScript[] }

/** Without the tag of counters: a feed shows none, so a view does not invalidate it. */
function respond(
  app: App,
  { scripts, ...feed }: ScriptsFeed,
  tags: readonly CacheTag[] = [],
): CacheableResponse {
  const entries = scripts.map((script) => entryOf(app.config.publicUrl, script))
  const authors = scripts.map(({ userId }) => userTag(userId))
  return atom(app, { ...feed, entries }, ['scripts', editsTag, 'categories', ...authors, ...tags])
}

function atom(app: App, feed: Feed, tags: readonly CacheTag[]): CacheableResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
    body: writeFeed(app.config.publicUrl, feed),
    tags: new Set([settingsTag, ...tags]),
  }
}
