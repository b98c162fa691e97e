import { takedownLimits } from '#contract/moderation/takedowns.ts'

/** The messages of a case with which staff let author and reporters write to each other. */
export const directMessagesTexts = {
  author:
    'You can now write to the person who reported this, and they can write to you. You do not see each other’s names here.',
  opener:
    'You can now write to the author, and the author can write to you. The author does not see your name.',
  staff: 'Author and reporters can no longer write to each other.',
}

/** Emails to the claimant of a takedown notice. */

export const claimantNote = 'You are receiving this email because you sent a takedown notice.'

export const noticeSubject = (number: string) => `Takedown notice ${number}`

/** Without names of users: everyone can enter the email address of another person. */
export const confirmNoticeTexts = (scripts: string) => ({
  subject: 'Confirm your takedown notice',
  paragraphs: [
    `We received a takedown notice in your name about ${scripts}. We will read it once you confirm.`,
  ],
  linkLabel: 'Confirm the notice',
  note: 'The link is valid for 7 days and works once. If you did not send a notice, ignore this email.',
})

export const noticeReceivedTexts = (number: string) => ({
  subject: noticeSubject(number),
  paragraphs: [
    `We have received your takedown notice. Its number is ${number}.`,
    `We will decide within ${takedownLimits.dueHours} hours and email you.`,
  ],
  linkLabel: 'See the status',
})

export const counterNoticeTexts = (
  number: string,
  { scripts, name, explanation, contact }: Record<'scripts' | 'name' | 'explanation' | 'contact', string>,
) => ({
  subject: `Counter-notice to ${number}`,
  paragraphs: [
    `The uploader responded to your takedown notice ${number} with a counter-notice about ${scripts}.`,
    `${name} states under penalty of perjury that this was a mistake: ${explanation}`,
    `Contact: ${contact}`,
    `Unless you tell us that you have gone to court, we may restore what was taken down after ${takedownLimits.counterDays} days.`,
  ],
})

type Outcome = {
  decision: string
  isCounterNotice: boolean
  isEarly: boolean
  /** Names of scripts. */
  chosen: string
  others: string
  staysHidden: string
}

/** The decision with the names of the scripts that it is about. */
export function decisionParagraphs(
  number: string,
  { decision, isCounterNotice, isEarly, chosen, others, staysHidden }: Outcome,
): string[] {
  if (decision === 'denied') return [`We denied your takedown notice ${number}.`]
  if (decision === 'restored')
    return [
      `After your takedown notice ${number} we restored: ${chosen}.`,
      ...(isEarly ? [`We did this before the ${takedownLimits.counterDays} days were over.`] : []),
      ...(staysHidden === '' ? [] : [`Still hidden: ${staysHidden}.`]),
    ]
  if (isCounterNotice) return [`We reviewed the counter-notice to ${number}. Still hidden: ${staysHidden}.`]
  return [
    `After your takedown notice ${number} we took down: ${chosen}.`,
    ...(others === '' ? [] : [`We denied the notice for: ${others}.`]),
    `The uploaders can send a counter-notice. In that case we may restore what was taken down after ${takedownLimits.counterDays} days.`,
  ]
}

/** The email to the old address of an account. */
export const emailChangedByAdminTexts = (siteName: string) => ({
  subject: 'Your email address was changed',
  paragraphs: [
    `An administrator changed the email address of your account at ${siteName}. You will no longer get emails at this address.`,
  ],
  note: 'If you did not ask for this, contact the team of the site.',
})
