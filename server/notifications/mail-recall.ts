import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendBulkMail } from '#platform/mail/mailer.ts'
import type { EventContent } from '#server/events/events.public.ts'

import { textOfRecall } from './notification-text.rules.ts'
import type { Downloader } from './notifications.queries.ts'

type Recall = { content: Extract<EventContent, { kind: 'version-recalled' }>; path: string }

/**
 * Queues the security notice for the users whose notification says that it is mailed. The reason of an author is on the
 * page that the link opens: a mail would carry any text to everyone who downloaded the version.
 */
export async function mailRecall(
  tx: Db,
  { config, settings }: Pick<App, 'config' | 'settings'>,
  users: readonly Downloader[],
  { content: { data }, path }: Recall,
): Promise<void> {
  const mails = users
    .filter(({ isMailed }) => isMailed)
    .map(({ email, username, downloadedOn }) =>
      renderEmail(settings.siteName, {
        to: email,
        subject: `Withdrawn for security: ${data.script} ${data.number}`,
        greets: username,
        paragraphs: [
          textOfRecall({ ...data, downloadedOn }, { hasReason: !data.isByAuthor }),
          ...(data.isByAuthor ? ['You can read the reason there:'] : []),
        ],
        link: {
          label: data.replacement === null ? 'Your notifications' : 'Open the withdrawn version',
          url: `${config.publicUrl}${path}`,
        },
        note: `You receive this e-mail because you downloaded the script at ${settings.siteName}.`,
      }),
    )
  await sendBulkMail(tx, mails)
}
