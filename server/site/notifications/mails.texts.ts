import { removalLimits, removalReasonTexts } from '#contract/scripts/removal-schemas.ts'
import type { EventContent } from '#server/records/records.public.ts'

import { textsOfDecision, textsOfMessage, textsOfReport, textsOfTakedown } from './mails-of-cases.texts.ts'
import { textOf, type MailContent, type MailTexts } from './mail-parts.texts.ts'
import { mailOfMembers } from './members.texts.ts'
import {
  accountText,
  changeTexts,
  notificationText,
  recallText,
  sanctionTexts,
  staffText,
  yourScripts,
} from './notifications.texts.ts'

type OfScripts = MailContent<
  | 'script-removed'
  | 'script-restored'
  | 'scripts-removed'
  | 'scripts-restored'
  | 'script-changed'
  | 'script-deleted'
>

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
export function releaseMailTexts(content: MailContent<'version-published'>, path: string): MailTexts {
  const { script, number } = content.data
  return {
    subject: `New version: ${script} ${number}`,
    paragraphs: [notificationText(content)],
    link: { label: 'See what changed', path },
  }
}

/** For one of many users who follow a collection, at once. */
export function collectionMailTexts(content: MailContent<'collection-changed'>, path: string): MailTexts {
  return {
    subject: `Changed collection: ${content.data.collection}`,
    paragraphs: [notificationText(content)],
    link: { label: 'Open the collection', path },
  }
}

/** For one of many users who downloaded a version. The reason of an author is on the page that the link opens. */
export function recallMailTexts({ data }: MailContent<'version-recalled'>, path: string): MailTexts {
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

function explain({ reason, note }: MailContent<'script-removed' | 'scripts-removed'>['data']): string[] {
  return [
    `Reason: ${removalReasonTexts[reason]}.`,
    ...textOf(note),
    `We keep the files for ${removalLimits.fileDays} days. ${canAppeal}`,
  ]
}

/** A new version that waits is not mailed. */
function textsOfWaiting(content: MailContent<'version-waiting'>, path: string): MailTexts | undefined {
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

function textsOfReview({ data }: MailContent<'version-decided'>, path: string): MailTexts {
  const version = `${data.script} ${data.number}`
  const isPublished = data.decision === 'published'
  const decided = isPublished ? 'was published' : 'was not published'
  return {
    subject: `Your version ${decided}: ${version}`,
    paragraphs: [`${version} ${decided}.`, ...textOf(data.response), ...(isPublished ? [] : [canAppeal])],
    link: { label: path.startsWith('/cases/') ? 'Open the case' : 'Open the script', path },
  }
}

function textsOfWithdrawal({ data }: MailContent<'version-withdrawn'>): MailTexts {
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
function textsOfSanction({ data }: MailContent<'account-sanctioned'>, path: string): MailTexts {
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
