import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendBulkMail } from '#platform/mail/mailer.ts'
import type { EventContent } from '#server/records/records.public.ts'

import { mailListOf } from './mail-list.ts'
import { downloaderNote, recallMailTexts } from './mails.texts.ts'
import type { Downloader } from './notifications.queries.ts'

type Recall = { content: Extract<EventContent, { kind: 'version-recalled' }>; path: string }

/**
 * Queues the security notice for the users whose notification says that it is mailed. The reason of an author is on the
 * page that the link opens: a mail would carry any text to everyone who downloaded the version.
 */
export async function mailRecall(
  tx: Db,
  app: Pick<App, 'config' | 'secrets' | 'settings'>,
  users: readonly Downloader[],
  { content, path }: Recall,
): Promise<void> {
  const { config, settings } = app
  const mails = users
    .filter(({ isMailed }) => isMailed)
    .map(({ userId, email, username, downloadedOn }) => {
      const data = { ...content.data, downloadedOn }
      const { link, ...texts } = recallMailTexts({ ...content, data }, path)
      return renderEmail(settings.siteName, {
        ...texts,
        to: email,
        greets: username,
        link: { label: link.label, url: `${config.publicUrl}${link.path}` },
        note: downloaderNote(settings.siteName),
        list: mailListOf(app, userId, 'security'),
      })
    })
  await sendBulkMail(tx, mails)
}
