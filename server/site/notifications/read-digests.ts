import { topicOfKind } from '#contract/notification-settings.ts'
import type { Db } from '#platform/database/database.ts'
import { EventContent } from '#server/records/records.public.ts'

import { defaultSettings } from './change-settings.ts'
import { itemOfReleases, type DigestItem } from './digest.texts.ts'
import { selectReleased, type DueEntry } from './digests.queries.ts'
import { notificationText } from './notifications.texts.ts'

type Range = { scriptId: number; firstId: number; lastId: number }

/** One digest for each user, without those that have nothing to say. */
export async function readDigests(
  db: Db,
  entries: readonly DueEntry[],
): Promise<{ user: DueEntry; items: DigestItem[] }[]> {
  const readRelease = releaseReader(db)
  const digests = []
  for (const own of Map.groupBy(entries, ({ userId }) => userId).values()) {
    const [user] = own
    if (!user?.isMailed) continue
    const contents = own.flatMap((entry) => contentOf(entry))
    const released = await Promise.all(rangesOf(contents.map(({ content }) => content)).map(readRelease))
    const others = contents.filter(({ content }) => content.kind !== 'version-published')
    const itemsOf = (isSecurity: boolean) =>
      others
        .filter(({ content }) => (topicOfKind[content.kind] === 'security') === isSecurity)
        .map(({ content, path }) => ({ title: notificationText(content), path, lines: [] }))
    const items = [...itemsOf(true), ...released.filter((item) => item !== undefined), ...itemsOf(false)]
    if (items.length > 0) digests.push({ user, items })
  }
  return digests
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

/** Reads what many users get once. Undefined when the versions are not public anymore. */
function releaseReader(db: Db): (range: Range) => Promise<DigestItem | undefined> {
  const known = new Map<string, Promise<DigestItem | undefined>>()
  async function read(range: Range) {
    const versions = await selectReleased(db, range)
    return itemOfReleases(range.scriptId, {
      before: versions.findLast(({ id }) => id < range.firstId),
      versions: versions.filter(({ id }) => id >= range.firstId),
    })
  }
  return (range) => {
    const key = `${range.scriptId} ${range.firstId} ${range.lastId}`
    const reading = known.get(key) ?? read(range)
    known.set(key, reading)
    return reading
  }
}
