import { decisionTexts, reasonTexts } from '#contract/case-texts.ts'
import { removalReasonTexts, type RemovalReason } from '#contract/removal-schemas.ts'
import type { EventContent } from '#server/events/events.public.ts'

type OfCases = Extract<EventContent, { kind: `case-${string}` }>
type OfTakedowns = Extract<EventContent, { kind: 'takedown-decided' }>
type OfScripts = Extract<EventContent, { kind: `script${string}` }>
type OfAccounts = Extract<EventContent, { kind: `account-${string}` }>

/** The text of a notification, in the list and in e-mails. */
export function notificationText(content: EventContent): string {
  if (content.kind === 'takedown-decided') return textOfTakedown(content)
  if (isOfCases(content)) return textOfCase(content)
  if (isOfAccounts(content)) return textOfAccount(content)
  return isOfScripts(content) ? textOfScripts(content) : textOfVersion(content)
}

function textOfTakedown({ data: { number, script, isFinal } }: OfTakedowns): string {
  return isFinal
    ? `The counter-notice to ${number} was decided. Still hidden: ${script}.`
    : `Taken down after notice ${number}: ${script}. If this is a mistake, you can send a counter-notice.`
}

function isOfCases(content: EventContent): content is OfCases {
  return content.kind.startsWith('case-')
}

function isOfScripts(content: EventContent): content is OfScripts {
  return content.kind.startsWith('script')
}

function isOfAccounts(content: EventContent): content is OfAccounts {
  return content.kind.startsWith('account-')
}

/** Without the name of the member of staff. */
export const staffText = (role: 'moderator' | 'administrator') =>
  role === 'administrator' ? 'an administrator' : 'a moderator'

function textOfScripts({ kind, data }: OfScripts): string {
  const by = staffText(data.role)
  switch (kind) {
    case 'script-removed':
      return `${data.script} was hidden by ${by}. ${reasonOf(data)}`
    case 'script-restored':
      return data.isPublished
        ? `${data.script} was restored by ${by} and is public again.`
        : `${data.script} was restored by ${by} and waits for review.`
    case 'scripts-removed':
      return `${scripts(data.count)} hidden by ${by}. ${reasonOf(data)}`
    case 'scripts-restored':
      return `${scripts(data.count)} restored by ${by}.`
    case 'script-deleted':
      return `${data.script} was deleted by ${by}.`
    default:
      return `${data.script} was changed by ${by}. ${changeTexts(data.changes).join(' ')}`
  }
}

function textOfAccount(content: OfAccounts): string {
  if (content.kind === 'account-sanctioned') return sanctionTexts(content.data).join(' ')
  const { role, changes, isUndo } = content.data
  const act = isUndo ? 'What a moderator did was undone' : 'Your account was changed'
  return `${act} by ${staffText(role)}. ${changeTexts(changes).join(' ')}`
}

/** One sentence for each change. */
export function changeTexts(
  changes: Extract<OfAccounts, { kind: 'account-changed' }>['data']['changes'],
): string[] {
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
    banned: `Your account was ${until === null ? 'permanently ' : ''}banned by ${by}${end}.`,
    'ban-changed': `Your ban was changed by ${by}. ${until === null ? 'It is permanent now.' : `It ends on ${timeText(until)}.`}`,
    unbanned: `Your ban was lifted by ${by}.`,
    suspended: `Your account was suspended by ${by}${end}.`,
    unsuspended: `Your suspension was ended by ${by}.`,
  }[sanction]
  return [
    act,
    ...(reason ? [`Reason: ${phrase(reason)}.`] : []),
    ...(hiddenFor ? [`${scripts(count)} hidden too: ${removalReasonTexts[hiddenFor].toLowerCase()}.`] : []),
    ...(!hiddenFor && count > 0 ? [`${scripts(count)} restored.`] : []),
  ]
}

function reasonOf({ reason, note }: { reason: RemovalReason; note: string }): string {
  return `Reason: ${removalReasonTexts[reason].toLowerCase()}.${note === '' ? '' : ` ${phrase(note)}.`}`
}

const scripts = (count: number) => (count === 1 ? 'Your script was' : `Your ${count} scripts were`)

function textOfCase({ kind, data }: OfCases): string {
  switch (kind) {
    case 'case-opened':
      return `Someone reported ${data.title ?? 'your account'}: ${reasonTexts[data.reason]}. You can respond.`
    case 'case-message':
      return `There is a new message in case #${data.caseId}.`
    default:
      return `Case #${data.caseId} was decided: ${decisionTexts[data.decision]}.`
  }
}

type Recall = Extract<EventContent, { kind: 'version-recalled' }>['data']

function textOfVersion({
  kind,
  data,
}: Exclude<EventContent, OfScripts | OfAccounts | OfCases | OfTakedowns>): string {
  const version = `${data.script} ${data.number}`
  switch (kind) {
    case 'version-recalled':
      return textOfRecall(data)
    case 'version-published':
      return `${data.author} published ${version}.`
    case 'version-waiting': {
      const position = data.position === null ? '' : ` Position ${data.position}.`
      return data.wasPublic
        ? `${version} is not public until a moderator has reviewed it: ${phrase(data.reason)}.${position}`
        : `${version} waits for review: ${phrase(data.reason)}.${position}`
    }
    case 'version-decided':
      return data.decision === 'published'
        ? `${version} was published.`
        : `${version} was not published: ${phrase(data.response)}.`
    case 'version-withdrawn':
      return `${version} was withdrawn by ${staffText(data.role)}: ${phrase(data.reason)}.`
    default: {
      const others = data.versionIds.length - 1
      const more = others > 0 ? ` and ${others} more of your versions` : ''
      return data.entryId === undefined
        ? `A new rule set scanned ${version}${more} again and found something of severity high: ${phrase(data.title)}.`
        : `An entry of the blocklist matches ${version}${more}. Everyone can read the finding in the report.`
    }
  }
}

/** Without the reason where no moderator has seen it. */
export function textOfRecall(data: Recall, { hasReason = true } = {}): string {
  const date = data.downloadedOn ? `, which you downloaded on ${dateText(data.downloadedOn)},` : ''
  const instead = data.replacement === null ? '' : `, use ${data.replacement} instead`
  const why = hasReason ? `: ${phrase(data.reason)}` : ' by its author'
  return `${data.script} ${data.number}${date} was withdrawn for security${why}. Take it off your server${instead}.`
}

/** Text of a user within a sentence: one line, without the full stop at its end. */
function phrase(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** 22 Nov 2026. */
function dateText(day: string): string {
  return dates.format(new Date(day))
}

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** 22 Nov 2026, 18:04 UTC. */
function timeText(time: string): string {
  return `${times.format(new Date(time))} UTC`
}
