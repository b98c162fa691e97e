import type { TakedownNotice } from '#contract/moderation/takedowns.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { inTransaction } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'

import { mailClaimant } from './mail-claimant.ts'
import { createSecret, hashSecret } from './secrets.ts'
import { mailboxOf, scriptIdOf } from './takedown.rules.ts'
import {
  insertNotice,
  lockMailbox,
  removeExpiredNotices,
  selectNamedScripts,
  selectNoticeCount,
} from './takedowns.queries.ts'
import { confirmNoticeTexts } from './takedowns.texts.ts'

const lifetime = 7 * day

/** To one mailbox, which may be that of another user. */
const noticesPerDay = 5

/** Stores a notice and mails the link that confirms its email address. Nothing else happens before. */
export async function sendNotice(app: App, notice: TakedownNotice): Promise<{ success: true }> {
  const { clock, config } = app
  const now = clock.now()
  const ids = [...new Set(notice.urls.map((url) => scriptIdOf(url, config.publicUrl) ?? 0))]
  return inTransaction(app.db, async (tx) => {
    const found = await selectNamedScripts(tx, ids)
    if (found.length < ids.length) throw invalid({ urls: missingText(app, notice, found) })
    await removeExpiredNotices(tx, now)
    const email = mailboxOf(notice.email)
    await lockMailbox(tx, email)
    if ((await selectNoticeCount(tx, email, after(now, -day))) >= noticesPerDay)
      throw conflict('Too many notices were sent with this email address today')
    const token = createSecret()
    const expiresAt = after(now, lifetime)
    const row = { tokenHash: hashSecret(token), email, notice, scriptIds: ids }
    await insertNotice(tx, { ...row, createdAt: now, expiresAt })
    // Without names: everyone can enter the address of another user here.
    const scripts = found.map(({ id }) => `${config.publicUrl}/scripts/${id}`).join(', ')
    const { linkLabel, ...texts } = confirmNoticeTexts(scripts)
    const link = { label: linkLabel, url: `${config.publicUrl}/takedown/confirm?token=${token}` }
    await mailClaimant(tx, app, notice, { ...texts, link, expiresAt })
    return { success: true }
  })
}

function missingText({ config }: App, { urls }: TakedownNotice, found: readonly { id: number }[]): string {
  const known = new Set(found.map(({ id }) => id))
  const missing = urls.find((url) => !known.has(scriptIdOf(url, config.publicUrl) ?? 0))
  return `There is no script at ${missing ?? 'one of the URLs'}`
}
