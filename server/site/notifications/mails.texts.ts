import { decisionTexts, reasonTexts } from '#contract/moderation/cases.texts.ts'
import { removalLimits, removalReasonTexts } from '#contract/scripts/removal-schemas.ts'
import type { EventContent } from '#server/records/records.public.ts'

import { mailOfMembers } from './members.texts.ts'
import {
  accountText,
  appealText,
  changeTexts,
  notificationText,
  recallText,
  sanctionTexts,
  staffText,
  yourScripts,
} from './notifications.texts.ts'

export type MailTexts = {
  subject: string
  paragraphs: readonly string[]
  /** The path of the page that the mail is about. */
  link: { label: string; path: string }
}

type Content<Kind extends EventContent['kind']> = Extract<EventContent, { kind: Kind }>
type OfScripts = Content<
  | 'script-removed'
  | 'script-restored'
  | 'scripts-removed'
  | 'scripts-restored'
  | 'script-changed'
  | 'script-deleted'
>

/** The last paragraph: why the user gets the email. */
export const memberNote = (siteName: string) =>
  `You are receiving this email because you have an account at ${siteName}.`
export const downloaderNote = (siteName: string) =>
  `You are receiving this email because you downloaded this script at ${siteName}.`
export const followerNote = (siteName: string, what = 'this script or its author') =>
  `You are receiving this email because you follow ${what} at ${siteName}. You can choose what we email you in your notification settings.`

const canAppeal = 'If you think this is a mistake, you can appeal.'

/** The email of a notification for one user; undefined for one that appears in the header only. */
export function mailTexts(content: EventContent, path: string): MailTexts | undefined {
  switch (content.kind) {
    case 'script-removed':
    case 'script-restored':
    case 'scripts-removed':
    case 'scripts-restored':
    case 'script-changed':
    case 'script-deleted':
      return textsOfScripts(content, path)
    case 'version-waiting':
      return textsOfWaiting(content, path)
    case 'version-decided':
      return textsOfReview(content, path)
    case 'version-withdrawn':
      return textsOfWithdrawal(content)
    case 'text-hidden':
    case 'text-restored':
      return {
        subject: `Your text was ${content.kind === 'text-hidden' ? 'hidden' : 'restored'}`,
        paragraphs: [notificationText(content), ...(content.kind === 'text-hidden' ? [canAppeal] : [])],
        link: { label: 'Open the page', path },
      }
    case 'invitation-received':
    case 'invitation-declined':
    case 'members-changed':
      return mailOfMembers(content, path)
    case 'account-changed':
      return {
        subject: content.data.isUndo ? 'A moderator’s actions were undone' : 'Your account was changed',
        paragraphs: [accountText(content.data), ...changeTexts(content.data.changes)],
        link: { label: 'Your settings', path },
      }
    case 'account-sanctioned':
      return textsOfSanction(content, path)
    case 'case-opened':
      return textsOfReport(content, path)
    case 'case-message':
      return textsOfMessage(content, path)
    case 'case-decided':
      return textsOfDecision(content, path)
    case 'takedown-decided':
      return textsOfTakedown(content, path)
    default:
      return undefined
  }
}

/** For one of many users who follow a script, at once. */
export function releaseMailTexts(content: Content<'version-published'>, path: string): MailTexts {
  const { script, number } = content.data
  return {
    subject: `New version: ${script} ${number}`,
    paragraphs: [notificationText(content)],
    link: { label: 'See what changed', path },
  }
}

/** For one of many users who follow a collection, at once. */
export function collectionMailTexts(content: Content<'collection-changed'>, path: string): MailTexts {
  return {
    subject: `Changed collection: ${content.data.collection}`,
    paragraphs: [notificationText(content)],
    link: { label: 'Open the collection', path },
  }
}

/** For one of many users who downloaded a version. The reason of an author is on the page that the link opens. */
export function recallMailTexts({ data }: Content<'version-recalled'>, path: string): MailTexts {
  const hasPage = data.replacement !== null
  return {
    subject: `Withdrawn for security: ${data.script} ${data.number}`,
    paragraphs: [recallText(data), ...(data.isByAuthor && hasPage ? ['You can read the reason here:'] : [])],
    link: { label: hasPage ? 'Open the withdrawn version' : 'Your notifications', path },
  }
}

function textsOfScripts(content: OfScripts, path: string): MailTexts {
  const { kind, data } = content
  const by = staffText(data.role)
  switch (kind) {
    case 'script-removed':
      return {
        subject: `Your script was hidden: ${data.script}`,
        paragraphs: [
          `${by} hid your script ${data.script}. Only its authors and the moderators can see it.`,
          ...explain(data),
        ],
        link: { label: 'Appeal', path: `/cases?appeal=removal-${data.removalId}` },
      }
    case 'scripts-removed':
      return {
        subject: 'Your scripts were hidden',
        paragraphs: [
          `${by} hid ${yourScripts(data.count)}. Only you and the moderators can see ${data.count === 1 ? 'it' : 'them'}.`,
          ...explain(data),
        ],
        link: { label: 'Your cases', path },
      }
    case 'script-restored':
      return {
        subject: `Your script was restored: ${data.script}`,
        paragraphs: [notificationText(content)],
        link: { label: 'Open the script', path },
      }
    case 'script-changed':
      return {
        subject: `Your script was changed: ${data.script}`,
        paragraphs: [
          `${data.author ?? by} changed your script ${data.script}.`,
          ...changeTexts(data.changes),
        ],
        link: { label: 'Open the script', path },
      }
    case 'script-deleted':
      return {
        subject: `Your script was deleted: ${data.script}`,
        paragraphs: [`${data.author ?? by} deleted your script ${data.script} and its files.`],
        link: { label: 'Your cases', path },
      }
    default:
      return {
        subject: 'Your scripts were restored',
        paragraphs: [notificationText(content)],
        link: { label: 'Your cases', path },
      }
  }
}

function explain({ reason, note }: Content<'script-removed' | 'scripts-removed'>['data']): string[] {
  return [
    `Reason: ${removalReasonTexts[reason]}.`,
    ...textOf(note),
    `We keep the files for ${removalLimits.fileDays} days. ${canAppeal}`,
  ]
}

/** A new version that waits is not mailed. */
function textsOfWaiting(content: Content<'version-waiting'>, path: string): MailTexts | undefined {
  const { script, number, wasPublic } = content.data
  if (!wasPublic) return undefined
  return {
    subject: `Your version is not public for now: ${script} ${number}`,
    paragraphs: [
      notificationText(content),
      'If you wrote this yourself, tell the moderators in the case. They read it before they decide.',
    ],
    link: { label: 'Open the case', path },
  }
}

function textsOfReview({ data }: Content<'version-decided'>, path: string): MailTexts {
  const version = `${data.script} ${data.number}`
  const isPublished = data.decision === 'published'
  const decided = isPublished ? 'was published' : 'was not published'
  return {
    subject: `Your version ${decided}: ${version}`,
    paragraphs: [`${version} ${decided}.`, ...textOf(data.response), ...(isPublished ? [] : [canAppeal])],
    link: { label: path.startsWith('/cases/') ? 'Open the case' : 'Open the script', path },
  }
}

function textsOfWithdrawal({ data }: Content<'version-withdrawn'>): MailTexts {
  const version = `${data.script} ${data.number}`
  return {
    subject: `Your version was withdrawn: ${version}`,
    paragraphs: [`${staffText(data.role)} withdrew ${version}.`, data.reason, canAppeal],
    link: { label: 'Appeal', path: `/cases?appeal=version-${data.versionId}` },
  }
}

const sanctionSubjects = {
  banned: 'Your account was banned',
  'ban-changed': 'Your ban was changed',
  unbanned: 'Your ban was lifted',
  suspended: 'Your account was suspended',
  unsuspended: 'Your suspension has ended',
}

/** A banned user signs in and appeals; a suspended one cannot sign in. */
function textsOfSanction({ data }: Content<'account-sanctioned'>, path: string): MailTexts {
  const { sanction } = data
  const isBan = sanction === 'banned' || sanction === 'ban-changed'
  const next = [
    ...(isBan
      ? ['If you think this is a mistake, sign in: you can appeal on the page that shows your ban.']
      : []),
    ...(sanction === 'suspended' ? ['You cannot sign in while your account is suspended.'] : []),
  ]
  return {
    subject: sanctionSubjects[sanction],
    paragraphs: [...sanctionTexts(data), ...next],
    link: { label: isBan ? 'Sign in and appeal' : 'Open the site', path },
  }
}

/** Without the name of the reporter. */
function textsOfReport({ data: { caseId, title, reason, text } }: Content<'case-opened'>, path: string) {
  return {
    subject: title === null ? 'Your account was reported' : `Your script was reported: ${title}`,
    paragraphs: [
      `Someone reported ${title === null ? 'your account' : `your script ${title}`}. Reason: ${reasonTexts[reason]}.`,
      ...(text === '' ? [] : ['What they wrote:', text]),
      `We have not decided anything yet. You can respond in case #${caseId}.`,
    ],
    link: { label: 'Open the case', path },
  }
}

/** A message of a party to the staff is not mailed. */
function textsOfMessage({ data }: Content<'case-message'>, path: string): MailTexts | undefined {
  if (!data.message) return undefined
  const { title, text } = data.message
  return {
    subject: `New message in case #${data.caseId}: ${title}`,
    paragraphs: [`A moderator wrote to you in case #${data.caseId} about ${title}:`, text],
    link: { label: 'Open the case', path },
  }
}

/** After "We reviewed your report about Garage", and "a report" for the author. */
const reportTexts: Partial<Record<Content<'case-decided'>['data']['decision'], string>> = {
  dismissed: 'and took no action',
  warned: 'and gave the author a warning',
  withdrawn: 'and withdrew the version for security',
  removed: 'and hid the script',
  'text-hidden': 'and hid the text',
  banned: 'and banned the user',
}
const ownReportTexts = { ...reportTexts, warned: 'and are giving you a warning', banned: 'and banned you' }

function textsOfDecision({ data }: Content<'case-decided'>, path: string): MailTexts | undefined {
  if (!data.mail) return undefined
  const { appeal, caseId, decision, mail } = data
  const { kind, title, isOpener, response } = mail
  const link = { label: 'Open the case', path }
  if (appeal)
    return {
      subject: `Your appeal was ${appeal.isGranted ? 'granted' : 'denied'}${appeal.isBan ? '' : `: ${title}`}`,
      paragraphs: [appealText(appeal), ...textOf(response)],
      link,
    }
  const reportText = (isOpener ? reportTexts : ownReportTexts)[decision]
  if (kind === 'report' && reportText !== undefined)
    return {
      subject: `${isOpener ? 'We reviewed your report' : 'We reviewed a report'}: ${title} (case #${caseId})`,
      paragraphs: [
        `We reviewed ${isOpener ? 'your report' : 'a report'} about ${title} ${reportText}.`,
        ...textOf(response),
      ],
      link,
    }
  return {
    subject: `Our decision in case #${caseId}: ${title}`,
    paragraphs: [
      `Our decision about the ${kind} of ${title}: ${decisionTexts[decision]}.`,
      ...textOf(response),
    ],
    link,
  }
}

function textsOfTakedown(content: Content<'takedown-decided'>, path: string): MailTexts {
  const { number, response, isFinal } = content.data
  return {
    subject: `Takedown notice ${number}`,
    paragraphs: [notificationText(content), ...textOf(response)],
    link: { label: isFinal ? 'See the notice' : 'Send a counter-notice', path },
  }
}

const textOf = (text: string) => (text === '' ? [] : [text])
