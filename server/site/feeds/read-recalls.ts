import { removalReasonTexts } from '#contract/scripts/removal-schemas.ts'
import {
  toolFeedLimits,
  type BlocklistContent,
  type RecallFeed,
  type SignedBlocklist,
} from '#contract/site/tool-feeds.ts'
import type { App } from '#platform/app.ts'
import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import { selectBlocklistRevision } from '#server/archives/archives.public.ts'
import { readPublicKeys, signJson } from '#server/site/signing/sign-json.ts'

import { selectPublicBlocklist, selectRecalls, type RecallRow } from './feeds.queries.ts'
import { scriptUrl, versionUrl, writeFeed } from './feeds.rules.ts'

const feedPath = '/api/recalls'
const atomPath = '/feed/recalls.xml'
const blocklistPath = '/api/blocklist.json'

export async function readRecalls({ db, config, settings }: App): Promise<RecallFeed> {
  const { publicUrl } = config
  const rows = await selectRecalls(db, toolFeedLimits.recallsMax)
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${settings.siteName}: recalled versions`,
    home_page_url: `${publicUrl}/scripts`,
    feed_url: `${publicUrl}${feedPath}`,
    items: rows.map((row) => {
      const { scriptId, versionId, number, sha256, kind, removal, replacement } = row
      return {
        id: `${scriptUrl(publicUrl, scriptId)}#${kind}-${versionId}`,
        url: versionUrl(publicUrl, scriptId, versionId),
        title: titleOf(row),
        content_text: textOf(row),
        date_published: new Date(row.at).toISOString(),
        _scripthaven: { kind, scriptId, versionId, number, sha256, removal, replacement },
      }
    }),
  }
}

/** Not cached: it depends on versions of all scripts, and few tools read it. */
export async function readRecallsAtom(app: App): Promise<CacheableResponse> {
  const { publicUrl } = app.config
  const { title, items } = await readRecalls(app)
  const feed = {
    title,
    url: `${publicUrl}${atomPath}`,
    pageUrl: `${publicUrl}/scripts`,
    emptyUpdatedAt: new Date(0),
    entries: items.map(({ id, title: entry, content_text, date_published }) => ({
      url: id,
      title: entry,
      author: app.settings.siteName,
      category: null,
      summary: content_text,
      createdAt: new Date(date_published),
      updatedAt: new Date(date_published),
    })),
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
    body: writeFeed(publicUrl, feed),
    tags: new Set(),
    noStore: true,
  }
}

export async function readSignedBlocklist(app: App): Promise<SignedBlocklist> {
  const rows = await selectPublicBlocklist(app.db, toolFeedLimits.entriesMax)
  const valuesOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ value }) => value)
  const content: BlocklistContent = {
    hub: app.config.publicUrl,
    revision: await selectBlocklistRevision(app.db),
    archives: valuesOf('archive'),
    files: valuesOf('file'),
    hosts: valuesOf('host'),
  }
  const { payload, protected: header = '', signature } = await signJson(app, content)
  return { payload, protected: header, signature }
}

/** The description of this site for tools. */
export async function readHubDescription(app: App) {
  const { publicUrl } = app.config
  return {
    hub: publicUrl,
    name: app.settings.siteName,
    keys: await readPublicKeys(app),
    cli: `${publicUrl}/cli.mjs`,
    feeds: {
      recalls: `${publicUrl}${feedPath}`,
      recallsAtom: `${publicUrl}${atomPath}`,
      blocklist: `${publicUrl}${blocklistPath}`,
    },
    api: {
      openapi: `${publicUrl}/api/openapi.json`,
      resolve: `${publicUrl}/api/resolve`,
      identify: `${publicUrl}/api/identify`,
      updates: `${publicUrl}/api/updates`,
    },
  }
}

function titleOf({ name, scriptId, number, kind }: RecallRow): string {
  return `${name ?? `Script ${scriptId}`} ${number} was ${kind === 'recalled' ? 'recalled' : 'taken down'}`
}

function textOf({ reason, removal, replacement }: RecallRow): string {
  const why = removal === null ? (reason ?? '') : `${removalReasonTexts[removal]}.`
  return replacement ? `${why} Use ${replacement.number} instead.` : `${why} Take it off your server.`
}
