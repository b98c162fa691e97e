import { z } from 'zod/mini'

import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { type Job, enqueueJob } from '#platform/jobs/jobs.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendBulkMail, type Mail } from '#platform/mail/mailer.ts'
import { defaultSettings, mailListOf } from '#server/site/notifications/settings.ts'
import { topicOfKind } from '#contract/site/notification-settings.ts'
import { EventContent } from '#server/records/records.public.ts'
import { notificationText } from '#server/site/notifications/notifications.texts.ts'

import { digestTexts, itemOfReleases, type DigestItem } from './digest.texts.ts'
import { lockDigests, takeDueEntries, selectReleased, type DueEntry, type Range } from './digests.queries.ts'

/** Entries per transaction. */
const batchSize = 500

const Payload = z.object({
  after: z.optional(z.object({ dueAt: z.string(), userId: z.int() })),
})

/**
 * Mails the digests that are due. The mails of a batch are queued in the transaction that removes its entries, so that
 * each entry is mailed once; a job of its own, added in the same transaction, does the next batch.
 */
export const sendDigests: Job = {
  name: 'send-digests',
  // Time zones differ by quarters of an hour.
  schedule: '*/15 * * * *',
  async run(app, payload) {
    const { after } = Payload.parse(payload)
    await inTransaction(app.db, async (tx) => {
      if (!(await lockDigests(tx))) return
      const { entries, last } = await takeDueEntries(tx, app.clock.now(), after, batchSize)
      const digests = await readDigests(tx, entries)
      await sendBulkMail(
        tx,
        digests.map((digest) => mailOf(app, digest)),
      )
      if (last) await enqueueJob(tx, sendDigests.name, { after: last }, { priority: 5 })
    })
  },
}

function mailOf(app: App, { user, items }: Awaited<ReturnType<typeof readDigests>>[number]): Mail {
  const { siteName } = app.settings
  const interval = user.digest ?? defaultSettings.digest
  return renderEmail(siteName, {
    ...digestTexts(items, { siteName, interval, publicUrl: app.config.publicUrl }),
    to: user.email,
    greets: user.username,
    list: mailListOf(app, user.userId, 'digest'),
  })
}

/** One digest for each user, without those that have nothing to say. */
async function readDigests(
  db: Db,
  entries: readonly DueEntry[],
): Promise<{ user: DueEntry; items: DigestItem[] }[]> {
  const users = Array.from(
    Map.groupBy(
      entries.filter(({ isMailed }) => isMailed),
      ({ userId }) => userId,
    ).values(),
    (own) => {
      const contents = own.flatMap(contentOf)
      return { user: own[0], contents, ranges: rangesOf(contents.map(({ content }) => content)) }
    },
  )
  const releases = await readReleases(
    db,
    users.flatMap(({ ranges }) => ranges),
  )
  return users.flatMap(({ user, contents, ranges }) => {
    const others = contents.filter(({ content }) => content.kind !== 'version-published')
    const itemsOf = (isSecurity: boolean) =>
      others
        .filter(({ content }) => (topicOfKind[content.kind] === 'security') === isSecurity)
        .map(({ content, path }) => ({ title: notificationText(content), path, lines: [] }))
    const released = ranges.flatMap((range) => releases.get(keyOf(range)) ?? [])
    const items = [...itemsOf(true), ...released, ...itemsOf(false)]
    return user && items.length > 0 ? [{ user, items }] : []
  })
}

/** Nothing for a kind of a later release, and when the user has turned the digest of its topic off since. */
function contentOf(entry: DueEntry): { content: EventContent; path: string }[] {
  const { data: content } = EventContent.safeParse(entry)
  if (!content) return []
  const topic = topicOfKind[content.kind]
  const { email } = entry.topics?.[topic] ?? defaultSettings.topics[topic]
  return email === 'digest' ? [{ content, path: entry.path }] : []
}

/** One for each script. */
function rangesOf(contents: readonly EventContent[]): Range[] {
  const ranges = new Map<number, Range>()
  for (const { kind, data } of contents) {
    if (kind !== 'version-published') continue
    const { scriptId, versionId: lastId, firstId = lastId } = data
    if (scriptId === undefined || lastId === undefined || firstId === undefined) continue
    const known = ranges.get(scriptId) ?? { scriptId, firstId, lastId }
    ranges.set(scriptId, {
      scriptId,
      firstId: Math.min(known.firstId, firstId),
      lastId: Math.max(known.lastId, lastId),
    })
  }
  return [...ranges.values()]
}

const keyOf = ({ scriptId, firstId, lastId }: Range) => `${scriptId} ${firstId} ${lastId}`

/** Many users get the same ones. Without those whose versions are not public anymore. */
async function readReleases(db: Db, ranges: readonly Range[]): Promise<Map<string, DigestItem>> {
  const different = [...new Map(ranges.map((range) => [keyOf(range), range])).values()]
  const released = await selectReleased(db, different)
  const items = new Map<string, DigestItem>()
  for (const [index, range] of different.entries()) {
    const versions = released[index] ?? []
    const item = itemOfReleases(range.scriptId, {
      before: versions.findLast(({ id }) => id < range.firstId),
      versions: versions.filter(({ id }) => id >= range.firstId),
    })
    if (item) items.set(keyOf(range), item)
  }
  return items
}
