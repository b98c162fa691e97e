import { decisionTexts } from '#contract/case-texts.ts'
import { removalLimits, removalReasonTexts } from '#contract/removal-schemas.ts'
import type { EventContent } from '#server/events/events.public.ts'

import { changeTexts, notificationText, sanctionTexts, staffText } from './notification-text.rules.ts'

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

const canAppeal = 'If you think that this is a mistake, you can appeal.'

/** The e-mail of a notification for one user; undefined for one that appears in the header only. */
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
    case 'account-changed':
      return {
        subject: content.data.isUndo ? 'What a moderator did was undone' : 'Your account was changed',
        paragraphs: [
          `${capital(staffText(content.data.role))} ${content.data.isUndo ? 'undid what a moderator did' : 'changed your account'}.`,
          ...changeTexts(content.data.changes),
        ],
        link: { label: 'Your settings', path },
      }
    case 'account-sanctioned':
      return textsOfSanction(content, path)
    case 'case-opened':
      return {
        subject: `Case #${content.data.caseId}: ${content.data.title ?? 'a report about your account'}`,
        paragraphs: [notificationText(content)],
        link: { label: 'Open the case', path },
      }
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

function textsOfScripts(content: OfScripts, path: string): MailTexts {
  const { kind, data } = content
  const by = capital(staffText(data.role))
  switch (kind) {
    case 'script-removed':
      return {
        subject: `Your script was hidden: ${data.script}`,
        paragraphs: [
          `${by} hid your script ${data.script}. Only you and the moderators can see it.`,
          ...explain(data),
        ],
        link: { label: 'Appeal', path: `/cases?appeal=removal-${data.removalId}` },
      }
    case 'scripts-removed':
      return {
        subject: 'Your scripts were hidden',
        paragraphs: [
          `${by} hid your scripts (${data.count}). Only you and the moderators can see them.`,
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
        paragraphs: [`${by} changed your script ${data.script}.`, ...changeTexts(data.changes)],
        link: { label: 'Open the script', path },
      }
    case 'script-deleted':
      return {
        subject: `Your script was deleted: ${data.script}`,
        paragraphs: [`${by} deleted your script ${data.script} with its files.`],
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
    `The files are stored for ${removalLimits.fileDays} days. ${canAppeal}`,
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
    paragraphs: [`${capital(staffText(data.role))} withdrew ${version}.`, data.reason, canAppeal],
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
      ? ['If you think this is a mistake, sign in: the page about your ban has a form to appeal.']
      : []),
    ...(sanction === 'suspended' ? ['You cannot sign in while your account is suspended.'] : []),
  ]
  return {
    subject: sanctionSubjects[sanction],
    paragraphs: [...sanctionTexts(data), ...next],
    link: { label: isBan ? 'Sign in and appeal' : 'Open the site', path },
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

function textsOfDecision({ data }: Content<'case-decided'>, path: string): MailTexts | undefined {
  if (!data.mail) return undefined
  const { kind, title, isOpener, response } = data.mail
  return {
    subject: `Case #${data.caseId} was decided: ${title}`,
    paragraphs: [
      `${isOpener ? 'Your' : 'The'} ${kind} about ${title} was decided: ${decisionTexts[data.decision]}.`,
      ...textOf(response),
    ],
    link: { label: 'Open the case', path },
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

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
