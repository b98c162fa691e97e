import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendBulkMail } from '#platform/mail/mailer.ts'
import type { EventContent } from '#server/events/events.public.ts'

import { downloaderNote, recallMailTexts } from './mails.texts.ts'
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
  { content, path }: Recall,
): Promise<void> {
  const mails = users
    .filter(({ isMailed }) => isMailed)
    .map(({ email, username, downloadedOn }) => {
      const data = { ...content.data, downloadedOn }
      const { link, ...texts } = recallMailTexts({ ...content, data }, path)
      return renderEmail(settings.siteName, {
        ...texts,
        to: email,
        greets: username,
        link: { label: link.label, url: `${config.publicUrl}${link.path}` },
        note: downloaderNote(settings.siteName),
      })
    })
  await sendBulkMail(tx, mails)
}
