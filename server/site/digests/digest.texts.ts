import { cutText } from '#contract/platform/cut-text.ts'
import { capabilityPhrase } from '#contract/scripts/capability-phrases.ts'
import type { NotificationSettings } from '#contract/site/notification-settings.ts'
import type { VersionChange } from '#contract/scripts/versions.ts'

type Counts = { high: number; medium: number; low: number }

export type ReleasedVersion = {
  id: number
  script: string
  author: string
  number: string
  change: VersionChange | null
  /** Counts of the findings; null until the archive is scanned. */
  counts: Counts | null
}

/** `title` is a link to `path`. */
export type DigestItem = { title: string; path: string; lines: string[] }

const itemsMax = 50
const phrasesMax = 5
const numbersMax = 5

/** What the versions of a script change together, compared with the one before them. Undefined without versions. */
export function itemOfReleases(
  scriptId: number,
  { before, versions }: { before: ReleasedVersion | undefined; versions: readonly ReleasedVersion[] },
): DigestItem | undefined {
  const latest = versions.at(-1)
  if (!latest) return undefined
  const { script, author, number } = latest
  const { added, removed } = sumOf(versions.flatMap(({ change }) => change ?? []))
  return {
    title: `${script} ${number}`,
    path: `/scripts/${scriptId}/versions#v${latest.id}`,
    lines: [
      versions.length === 1
        ? `Published by ${author}.`
        : `${author} published ${versions.length} versions: ${listText(
            versions.map((version) => version.number),
            numbersMax,
          )}.`,
      ...(added.length > 0 ? [`New: ${listText(added, phrasesMax)}.`] : []),
      ...(removed.length > 0 ? [`No longer: ${listText(removed, phrasesMax)}.`] : []),
      findingsLine(latest.counts, before?.counts ?? null),
    ],
  }
}

/** What is new after all changes, and what is gone, as phrases. */
function sumOf(changes: readonly VersionChange[]): { added: string[]; removed: string[] } {
  const added = new Set<string>()
  const removed = new Set<string>()
  for (const change of changes) {
    for (const phrase of change.removed.map(capabilityPhrase)) if (!added.delete(phrase)) removed.add(phrase)
    for (const phrase of change.added.map(capabilityPhrase)) if (!removed.delete(phrase)) added.add(phrase)
  }
  return { added: [...added], removed: [...removed] }
}

function findingsLine(counts: Counts | null, before: Counts | null): string {
  if (!counts) return 'The archive has not been scanned yet.'
  const text = countsText(counts)
  const former = before && countsText(before)
  const change = former === null || former === text ? '' : ` (before: ${former})`
  return text === 'none' && change === '' ? 'No known suspicious patterns.' : `Findings: ${text}${change}.`
}

function countsText({ high, medium, low }: Counts): string {
  const parts = [
    ...(high > 0 ? [`${high} of high severity`] : []),
    ...(medium > 0 ? [`${medium} medium`] : []),
    ...(low > 0 ? [`${low} low`] : []),
  ]
  return parts.length === 0 ? 'none' : parts.join(', ')
}

const lists = new Intl.ListFormat('en-GB')

function listText(texts: readonly string[], max: number): string {
  const more = texts.length - max
  return lists.format(more > 0 ? [...texts.slice(0, max), `${more} more`] : texts)
}

type Options = {
  siteName: string
  interval: NotificationSettings['digest']
  publicUrl: string
}

export function digestTexts(items: readonly DigestItem[], { siteName, interval, publicUrl }: Options) {
  const [first] = items
  const others = items.length - 1
  const left = items.length - itemsMax
  const name = interval === 'daily' ? 'Daily' : 'Weekly'
  return {
    subject: `${name} digest: ${shorten(first?.title ?? '')}${others > 0 ? ` and ${others} more` : ''}`,
    paragraphs: ['Here is what happened since your last digest.'],
    items: items
      .slice(0, itemsMax)
      .map(({ title, path, lines }) => ({ title, url: `${publicUrl}${path}`, lines })),
    link: {
      label: left > 0 ? `${left} more in your notifications` : 'Your notifications',
      url: `${publicUrl}/notifications`,
    },
    note: `You are receiving this digest ${interval === 'daily' ? 'every day' : 'every week'} because you have an account at ${siteName}. You can change or turn it off in your notification settings: ${publicUrl}/profile/settings?tab=notifications`,
  }
}

const titleMax = 60

/** A subject is one line. */
function shorten(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ')
  return line.length <= titleMax ? line : `${cutText(line, titleMax)}…`
}
