import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { day, after } from '#platform/clock.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { conflict, signInNeeded, tooMany } from '#platform/errors.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import {
  confirmationTexts,
  emailChangedTexts,
  passwordChangedTexts,
  alertNote,
  recoveryCodesRenewedTexts,
  recoveryCodeUsedTexts,
  turnedOffByAdminTexts,
  turnedOffTexts,
  turnedOnByAdminTexts,
  turnedOnTexts,
} from '#server/accounts/accounts.texts.ts'
import { selectTokenCount as countTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { issueToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'

const lifetime = 7 * day

/** The link confirms only the address that it was sent to. */
export async function mailConfirmation(
  tx: Db,
  { clock, config, settings }: Pick<App, 'clock' | 'config' | 'settings'>,
  user: { id: number; email: string },
): Promise<void> {
  const { id: userId, email } = user
  const draft = { kind: 'confirm_email', userId, email, now: clock.now(), lifetime } as const
  const { token, expiresAt } = await issueToken(tx, draft)
  const { linkLabel, ...texts } = confirmationTexts(settings.siteName)
  const mail = renderEmail(settings.siteName, {
    ...texts,
    to: email,
    link: { label: linkLabel, url: `${config.publicUrl}/verify-email?token=${token}` },
  })
  await sendMail(tx, mail, expiresAt)
}

/** Includes the mails after a registration or an email change. */
const mailsPerDay = 5
const perMinute = { calls: 1, perSeconds: 60 }

/** Sends another link. Earlier links stay valid, because an earlier mail may arrive later. */
export async function resendConfirmation(app: App, actor: Actor): Promise<void> {
  const now = app.clock.now()
  return inTransaction(app.db, async (tx) => {
    // Locked, so that concurrent requests are counted one after another.
    const user = await selectUserForUpdate(tx, actor.id)
    if (!user) throw signInNeeded()
    if (user.emailVerified) throw conflict('Your email address is already confirmed')
    if ((await countTokens(tx, user.id, 'confirm_email', after(now, -day))) >= mailsPerDay)
      throw tooMany('We have sent you too many emails today.', day / 1000)
    await app.sharedLimiter.consume('confirmation mail', `user ${user.id}`, perMinute)
    await mailConfirmation(tx, app, user)
  })
}

type Recipient = { username: string; email: string }
type Site = Pick<App, 'config' | 'settings'>

/** Sent to the old address: after a takeover, only that address reaches the owner. */
export async function mailEmailChanged(
  tx: Db,
  { settings: { siteName } }: Site,
  { email: to, username: greets }: Recipient,
): Promise<void> {
  await sendMail(tx, renderEmail(siteName, { ...emailChangedTexts(siteName), to, greets }))
}

export async function mailPasswordChanged(
  tx: Db,
  { config, settings: { siteName } }: Site,
  { email: to, username: greets }: Recipient,
): Promise<void> {
  const texts = passwordChangedTexts(siteName, config.publicUrl)
  await sendMail(tx, renderEmail(siteName, { ...texts, to, greets }))
}

type Alert = { subject: string; text: string; note?: string }

export function mailTurnedOn(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, turnedOnTexts(site.settings.siteName))
}

export function mailTurnedOff(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, turnedOffTexts(site.settings.siteName))
}

export function mailTurnedOffByAdmin(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, turnedOffByAdminTexts(site.settings.siteName))
}

export function mailTurnedOnByAdmin(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, turnedOnByAdminTexts(site.settings.siteName))
}

export function mailRecoveryCodeUsed(tx: Db, site: Site, recipient: Recipient, left: number): Promise<void> {
  return mailAlert(tx, site, recipient, recoveryCodeUsedTexts(site.settings.siteName, left))
}

export function mailRecoveryCodesRenewed(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, recoveryCodesRenewedTexts(site.settings.siteName))
}

async function mailAlert(
  tx: Db,
  { config, settings }: Site,
  { email: to, username: greets }: Recipient,
  { subject, text, note = alertNote(config.publicUrl) }: Alert,
): Promise<void> {
  await sendMail(tx, renderEmail(settings.siteName, { to, subject, greets, paragraphs: [text], note }))
}
