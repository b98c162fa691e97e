import { decisionTexts, reasonTexts } from '#contract/moderation/cases.texts.ts'

import { textOf, type MailContent, type MailTexts } from './mail-parts.texts.ts'
import { appealText, notificationText } from './notifications.texts.ts'

/** Without the name of the reporter. */
export function textsOfReport(
  { data: { caseId, title, reason, text } }: MailContent<'case-opened'>,
  path: string,
) {
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
export function textsOfMessage({ data }: MailContent<'case-message'>, path: string): MailTexts | undefined {
  if (!data.message) return undefined
  const { title, text } = data.message
  return {
    subject: `New message in case #${data.caseId}: ${title}`,
    paragraphs: [`A moderator wrote to you in case #${data.caseId} about ${title}:`, text],
    link: { label: 'Open the case', path },
  }
}

/** After "We reviewed your report about Garage", and "a report" for the author. */
const reportTexts: Partial<Record<MailContent<'case-decided'>['data']['decision'], string>> = {
  dismissed: 'and took no action',
  warned: 'and gave the author a warning',
  withdrawn: 'and withdrew the version for security',
  removed: 'and hid the script',
  'text-hidden': 'and hid the text',
  banned: 'and banned the user',
}
const ownReportTexts = { ...reportTexts, warned: 'and are giving you a warning', banned: 'and banned you' }

export function textsOfDecision({ data }: MailContent<'case-decided'>, path: string): MailTexts | undefined {
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

export function textsOfTakedown(content: MailContent<'takedown-decided'>, path: string): MailTexts {
  const { number, response, isFinal } = content.data
  return {
    subject: `Takedown notice ${number}`,
    paragraphs: [notificationText(content), ...textOf(response)],
    link: { label: isFinal ? 'See the notice' : 'Send a counter-notice', path },
  }
}
