import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendBulkMail } from '#platform/mail/mailer.ts'
import type { EventContent } from '#server/events/events.public.ts'

import { notificationText } from './notification-text.rules.ts'
import type { Downloader } from './notifications.queries.ts'

type Recall = { content: Extract<EventContent, { kind: 'version-recalled' }>; path: string }

/** Queues the security notice for the users whose notification says that it is mailed. */
export async function mailRecall(
  tx: Db,
  { config, settings }: Pick<App, 'config' | 'settings'>,
  users: readonly Downloader[],
  { content: { kind, data }, path }: Recall,
): Promise<void> {
  const mails = users
    .filter(({ isMailed }) => isMailed)
    .map(({ email, username, downloadedOn }) =>
      renderEmail(settings.siteName, {
        to: email,
        subject: `Withdrawn for security: ${data.script} ${data.number}`,
        greets: username,
        paragraphs: [notificationText({ kind, data: { ...data, downloadedOn } })],
        link: {
          label: data.replacement === null ? 'Your notifications' : 'Open the withdrawn version',
          url: `${config.publicUrl}${path}`,
        },
        note: `You receive this e-mail because you downloaded the script at ${settings.siteName}.`,
      }),
    )
  await sendBulkMail(tx, mails)
}
