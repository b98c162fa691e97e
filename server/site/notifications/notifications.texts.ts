import { decisionTexts, reasonTexts } from '#contract/moderation/cases.texts.ts'
import { removalReasonTexts, type RemovalReason } from '#contract/scripts/removal-schemas.ts'
import { dateText } from '#platform/clock.ts'
import type { EventContent } from '#server/records/records.public.ts'

import { isOfMembers, textOfMembers, type OfMembers } from './members.texts.ts'

type OfCases = Extract<EventContent, { kind: `case-${string}` }>
type OfTakedowns = Extract<EventContent, { kind: 'takedown-decided' }>
type OfCollections = Extract<EventContent, { kind: 'collection-changed' }>
type OfScripts = Extract<EventContent, { kind: `script${string}` }>
type OfTexts = Extract<EventContent, { kind: `text-${string}` }>
type OfAccounts = Extract<EventContent, { kind: `account-${string}` }>

/** The text of a notification, in the list and in emails. */
export function notificationText(content: EventContent): string {
  if (content.kind === 'takedown-decided') return textOfTakedown(content)
  if (content.kind === 'collection-changed') return textOfCollection(content)
  if (isOfMembers(content)) return textOfMembers(content)
  if (isOf('case-', content)) return textOfCase(content)
  if (isOf('account-', content)) return textOfAccount(content)
  if (isOf('text-', content)) return textOfText(content)
  return isOf('script', content) ? textOfScripts(content) : textOfVersion(content)
}

function isOf<Prefix extends string>(
  prefix: Prefix,
  content: EventContent,
): content is Extract<EventContent, { kind: `${Prefix}${string}` }> {
  return content.kind.startsWith(prefix)
}

function textOfTakedown({ data: { number, script, isFinal } }: OfTakedowns): string {
  return isFinal
    ? `We reviewed the counter-notice to ${number}. Still hidden: ${script}.`
    : `Taken down after notice ${number}: ${script}. If this is a mistake, you can send a counter-notice.`
}

function textOfCollection({ data: { collection, owner, added, more } }: OfCollections): string {
  if (added.length === 0) return `${owner} changed the scripts of ${collection}.`
  const names = more > 0 ? [...added, `${more} more`] : added
  return `${owner} added ${lists.format(names)} to ${collection}.`
}

const lists = new Intl.ListFormat('en-GB')

function textOfText({ kind, data }: OfTexts): string {
  const text = {
    profile: 'the text of your profile',
    team: 'the name, image and texts of your team',
    collection: `your collection ${data.collection}`,
    'works-report': `your report on ${data.script}`,
  }[data.text]
  const by = staffText(data.role)
  return kind === 'text-hidden'
    ? `${by} hid ${text}. Reason: ${phrase(data.reason)}.`
    : `${by} restored ${text}. Everyone can see it again.`
}

/** At the start of a sentence, without the name of the member of staff. */
export const staffText = (role: 'moderator' | 'administrator') =>
  role === 'administrator' ? 'An administrator' : 'A moderator'

function textOfScripts({ kind, data }: OfScripts): string {
  const by = staffText(data.role)
  switch (kind) {
    case 'script-removed':
      return `${by} hid ${data.script}. ${reasonOf(data)}`
    case 'script-restored':
      return data.isPublished
        ? `${by} restored ${data.script}. It is public again.`
        : `${by} restored ${data.script}. It is waiting for review.`
    case 'scripts-removed':
      return `${by} hid ${yourScripts(data.count)}. ${reasonOf(data)}`
    case 'scripts-restored':
      return `${by} restored ${yourScripts(data.count)}.`
    case 'script-deleted':
      return `${data.author ?? by} deleted ${data.script}.`
    default:
      return `${data.author ?? by} changed ${data.script}. ${changeTexts(data.changes).join(' ')}`
  }
}

function textOfAccount(content: OfAccounts): string {
  if (content.kind === 'account-sanctioned') return sanctionTexts(content.data).join(' ')
  return `${accountText(content.data)} ${changeTexts(content.data.changes).join(' ')}`
}

type AccountData = Extract<OfAccounts, { kind: 'account-changed' }>['data']

export function accountText({ role, isUndo }: AccountData): string {
  return `${staffText(role)} ${isUndo ? 'undid what a moderator did' : 'changed your account'}.`
}

/** One sentence for each change. */
export function changeTexts(changes: AccountData['changes']): string[] {
  return changes.map(({ what, old, new: now }) =>
    old === undefined || now === undefined ? `${what}.` : `${what}: ${old || 'none'} → ${now || 'none'}.`,
  )
}

type SanctionData = Extract<OfAccounts, { kind: 'account-sanctioned' }>['data']

/** The sanction, its reason, and what happened to the scripts. */
export function sanctionTexts({
  sanction,
  reason,
  until,
  scripts: count,
  hiddenFor,
  role,
}: SanctionData): string[] {
  const by = staffText(role)
  const end = until === null ? '' : ` until ${timeText(until)}`
  const act = {
    banned: `${by} ${until === null ? 'permanently ' : ''}banned your account${end}.`,
    'ban-changed': `${by} changed your ban. ${until === null ? 'It is permanent now.' : `It ends on ${timeText(until)}.`}`,
    unbanned: `${by} lifted your ban.`,
    suspended: `${by} suspended your account${end}.`,
    unsuspended: `${by} ended your suspension.`,
  }[sanction]
  return [
    act,
    ...(reason ? [`Reason: ${phrase(reason)}.`] : []),
    ...(hiddenFor
      ? [
          `${capital(yourScripts(count))} ${were(count)} hidden too: ${removalReasonTexts[hiddenFor].toLowerCase()}.`,
        ]
      : []),
    ...(!hiddenFor && count > 0 ? [`${capital(yourScripts(count))} ${were(count)} restored.`] : []),
  ]
}

function reasonOf({ reason, note }: { reason: RemovalReason; note: string }): string {
  return `Reason: ${removalReasonTexts[reason].toLowerCase()}.${note === '' ? '' : ` ${phrase(note)}.`}`
}

/** Within a sentence. */
export const yourScripts = (count: number) => (count === 1 ? 'your script' : `your ${count} scripts`)
const were = (count: number) => (count === 1 ? 'was' : 'were')

function textOfCase({ kind, data }: OfCases): string {
  switch (kind) {
    case 'case-opened':
      return `Someone reported ${data.title ?? 'your account'}: ${reasonTexts[data.reason]}. You can respond.`
    case 'case-message':
      return `You have a new message in ${caseText(data)}.`
    default:
      return data.appeal
        ? appealText(data.appeal)
        : `Our decision in ${caseText(data)}: ${decisionTexts[data.decision]}.`
  }
}

const caseText = ({ caseId, title }: { caseId: number; title?: string | undefined }) =>
  title === undefined ? `case #${caseId}` : `case #${caseId} about ${title}`

type AppealData = NonNullable<Extract<OfCases, { kind: 'case-decided' }>['data']['appeal']>

const outcomeTexts: Record<NonNullable<AppealData['outcome']>, (title: string) => string> = {
  'ban-lifted': () => 'your ban has been lifted',
  'script-public': (title) => `${title} has been restored and is public again`,
  'script-waiting': (title) => `${title} has been restored and is waiting for review`,
  'version-public': (title) => `your version of ${title} is public now`,
  'version-waiting': (title) => `your version of ${title} has been restored and is waiting for review`,
}

/** The decision on an appeal, and what it changed. */
export function appealText({ isGranted, isBan, isText, title, outcome }: AppealData): string {
  if (isGranted && outcome) return `Your appeal was granted: ${outcomeTexts[outcome](title)}.`
  const about = isBan ? 'against your ban' : isText ? 'about your hidden text' : `about ${title}`
  return `Your appeal ${about} was ${isGranted ? 'granted' : 'denied'}.`
}

type Recall = Extract<EventContent, { kind: 'version-recalled' }>['data']

function textOfVersion({
  kind,
  data,
}: Exclude<
  EventContent,
  OfCollections | OfScripts | OfAccounts | OfCases | OfTakedowns | OfTexts | OfMembers
>): string {
  const version = `${data.script} ${data.number}`
  switch (kind) {
    case 'version-recalled':
      return recallText(data)
    case 'version-published':
      return data.earlier.length === 0
        ? `${data.author} published ${version}.`
        : `${data.author} published ${data.earlier.length + 1} versions of ${data.script}. The latest is ${data.number}.`
    case 'version-waiting': {
      const position = data.position === null ? '' : ` Position in the queue: ${data.position}.`
      return data.wasPublic
        ? `${version} is not public until a moderator has reviewed it: ${phrase(data.reason)}.${position}`
        : `${version} is waiting for review: ${phrase(data.reason)}.${position}`
    }
    case 'version-decided':
      return data.decision === 'published'
        ? `${version} was published.`
        : `${version} was not published: ${phrase(data.response)}.`
    case 'works-reported':
      return data.outcome === 'fails'
        ? `A member says that ${version} does not work. You can answer the report.`
        : `A member has problems with ${version}. You can answer the report.`
    case 'works-answered': {
      const answered = `${data.author} answered your report on ${version}: ${phrase(data.text)}.`
      return data.fixedIn === null
        ? answered
        : `${answered} Fixed in ${data.fixedIn}: does it work for you now?`
    }
    case 'version-withdrawn':
      return `${staffText(data.role)} withdrew ${version}: ${phrase(data.reason)}.`
    default: {
      const others = data.versionIds.length - 1
      const more = others > 0 ? ` and ${others} more of your versions` : ''
      return data.entryId === undefined
        ? `Our scanner has new rules. In ${version}${more} it found something of high severity: ${phrase(data.title)}.`
        : `An entry of the blocklist matches ${version}${more}. Everyone can see this in the report.`
    }
  }
}

/**
 * The reason of an author is on the page of the version only, because no moderator has seen it: a notification would carry
 * any text to everyone who downloaded the version.
 */
export function recallText(data: Recall): string {
  const date = data.downloadedOn ? `, which you downloaded on ${dateText(new Date(data.downloadedOn))},` : ''
  const instead = data.replacement === null ? '' : ` and use ${data.replacement} instead`
  const why = data.isByAuthor ? ' by its author' : `: ${phrase(data.reason)}`
  return `${data.script} ${data.number}${date} was withdrawn for security${why}. Remove it from your server${instead}.`
}

/** Text of a user within a sentence: one line, without the full stop at its end. */
function phrase(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** 22 Nov 2026, 18:04 UTC. */
function timeText(time: string): string {
  return `${times.format(new Date(time))} UTC`
}
