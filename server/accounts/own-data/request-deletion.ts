import { withTransaction } from '#server/accounts/sessions/with-transaction.ts'
import { ownDataLimits } from '#contract/accounts/own-data-limits.ts'
import type { OwnData } from '#contract/accounts/own-data.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { conflict, invalid, signInNeeded } from '#platform/errors.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import { dateText } from '#platform/date-text.ts'
import { requirePassword } from '#server/accounts/account/require-password.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { removeSessionsOf as endSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'

import { insertDeletion, removeDeletion, selectDeletion, selectTeamsToHandOver } from './own-data.queries.ts'
import { deletionTexts, keptTexts } from './own-data.texts.ts'
import { readOwnData } from './read-own-data.ts'

const settingsUrl = ({ config }: App) => `${config.publicUrl}/profile/settings?tab=account`

/** Nothing is deleted before the 14 days are over. A repeat keeps the first date. */
export async function requestDeletion(
  app: App,
  sender: Actor,
  password: string,
): Promise<{ deletedAt: string }> {
  await requirePassword(app, sender.id, password, () => invalid({ password: 'Password is incorrect' }))
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    const user = await selectUserForUpdate(tx, actor.id)
    if (!user) throw signInNeeded()
    if (user.isOwner || user.isAdmin)
      throw conflict('Owners and administrators must give up their role before they delete their account')
    const [team] = await selectTeamsToHandOver(tx, actor.id)
    if (team !== undefined)
      throw conflict(
        `You are the last owner of the team ${team}. Make another member an owner, or delete the team`,
      )
    const existing = await selectDeletion(tx, actor.id)
    if (existing) return { deletedAt: existing.dueAt.toISOString() }
    const dueAt = after(now, ownDataLimits.graceDays * day)
    await insertDeletion(tx, actor.id, now, dueAt)
    await endSessionsOf(tx, actor.id, actor.sessionHash)
    await recordActivity(tx, {
      ...ownActivity(actor),
      action: 'Account Deletion Requested',
      description: `${actor.username} asked for the deletion of their account`,
    })
    const { siteName } = app.settings
    const { linkLabel, ...texts } = deletionTexts(siteName, dateText(dueAt))
    const link = { label: linkLabel, url: settingsUrl(app) }
    await sendMail(tx, renderEmail(siteName, { ...texts, to: user.email, greets: user.username, link }))
    return { deletedAt: dueAt.toISOString() }
  })
}

export async function restoreAccount(app: App, sender: Actor): Promise<OwnData> {
  await withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    const user = await selectUserForUpdate(tx, actor.id)
    if (!user) throw signInNeeded()
    if (!(await removeDeletion(tx, actor.id))) throw conflict('Your account is not going to be deleted')
    await recordActivity(tx, {
      ...ownActivity(actor),
      action: 'Account Kept',
      description: `${actor.username} kept their account`,
    })
    const { siteName } = app.settings
    await sendMail(
      tx,
      renderEmail(siteName, { ...keptTexts(siteName), to: user.email, greets: user.username }),
    )
  })
  return readOwnData(app, sender)
}

const ownActivity = ({ id }: Actor) =>
  ({ type: 'user', status: 'warning', userId: id, targetId: id, targetType: 'user' }) as const
