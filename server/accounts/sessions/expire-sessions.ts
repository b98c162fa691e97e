import { after, day } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { renderEmail, type EmailContent } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import type { App } from '#platform/app.ts'
import { dateText } from '#platform/date-text.ts'
import { updateWarned } from './access-tokens.queries.ts'
import { tokenEndsTexts } from './access-tokens.texts.ts'
import { removeEndedSessions, removeSignInAttempts } from './sessions.queries.ts'

const noticeBefore = 3 * day
const batchSize = 100

/** Emails about access tokens that end within three days: one for each. */
export async function mailEndingTokens(app: App): Promise<void> {
  const now = app.clock.now()
  const batch = { now, before: after(now, noticeBefore), limit: batchSize }
  for (let sent = batchSize; sent === batchSize && !app.draining.aborted;)
    sent = await inTransaction(app.db, async (tx) => {
      const ending = await updateWarned(tx, batch)
      for (const { name, expiresAt, username, email } of ending) {
        const texts = tokenEndsTexts(app.settings.siteName, name ?? '', dateText(expiresAt))
        await mailAboutToken(tx, app, { username, email }, texts)
      }
      return ending.length
    })
}

/** With a link to the tokens of the user. */
export async function mailAboutToken(
  tx: Db,
  { config, settings }: Pick<App, 'config' | 'settings'>,
  { username, email }: { username: string; email: string },
  texts: Pick<EmailContent, 'subject' | 'paragraphs' | 'note'>,
): Promise<void> {
  const link = { label: 'Your access tokens', url: `${config.publicUrl}/profile/settings?tab=tokens` }
  await sendMail(tx, renderEmail(settings.siteName, { ...texts, link, to: email, greets: username }))
}

/** Sign-in attempts contain IPs; the success rate of sign-ins covers the same time. */
const attemptRetention = 90 * day

export async function sweepSessions({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await removeEndedSessions(db, now)
  await removeSignInAttempts(db, after(now, -attemptRetention))
}
