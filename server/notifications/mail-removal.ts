import { removalLimits, removalReasonTexts } from '#contract/removal-schemas.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import type { EventContent } from '#server/events/events.public.ts'

import { notificationText } from './notification-text.rules.ts'
import type { Recipient } from './notifications.queries.ts'

export type RemovalContent = Extract<EventContent, { kind: `script${string}` }>

/** Tells the author of hidden or restored scripts, with the link to appeal. */
export async function mailRemoval(
  tx: Db,
  { config, settings }: Pick<App, 'config' | 'settings'>,
  { email, username }: Recipient,
  content: RemovalContent,
  path: string,
): Promise<void> {
  const { subject, paragraphs, link } = textsOf(content, path)
  const mail = renderEmail(settings.siteName, {
    to: email,
    greets: username,
    subject,
    paragraphs,
    link: { ...link, url: `${config.publicUrl}${link.url}` },
    note: `You receive this e-mail because you shared scripts at ${settings.siteName}.`,
  })
  await sendMail(tx, mail)
}

function textsOf(content: RemovalContent, path: string) {
  const { kind, data } = content
  switch (kind) {
    case 'script-removed':
      return {
        subject: `Your script was hidden: ${data.script}`,
        paragraphs: [
          `A moderator hid your script ${data.script}. Only you and the moderators can see it.`,
          ...explain(data),
        ],
        link: { label: 'Appeal', url: `/cases?appeal=removal-${data.removalId}` },
      }
    case 'scripts-removed':
      return {
        subject: 'Your scripts were hidden',
        paragraphs: [
          `A moderator hid your scripts (${data.count}). Only you and the moderators can see them.`,
          ...explain(data),
        ],
        link: { label: 'Your cases', url: path },
      }
    case 'script-restored':
      return {
        subject: `Your script was restored: ${data.script}`,
        paragraphs: [notificationText(content)],
        link: { label: 'Open the script', url: path },
      }
    default:
      return {
        subject: 'Your scripts were restored',
        paragraphs: [notificationText(content)],
        link: { label: 'Your cases', url: path },
      }
  }
}

function explain({ reason, note }: { reason: keyof typeof removalReasonTexts; note: string }): string[] {
  return [
    `Reason: ${removalReasonTexts[reason]}.`,
    ...(note === '' ? [] : [note]),
    `The files are stored for ${removalLimits.fileDays} days. If you think that this is a mistake, you can appeal.`,
  ]
}
