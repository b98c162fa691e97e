import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'

import {
  alertNote,
  recoveryCodesRenewedTexts,
  recoveryCodeUsedTexts,
  turnedOffByAdminTexts,
  turnedOffTexts,
  turnedOnByAdminTexts,
  turnedOnTexts,
} from './two-factor.texts.ts'

type Recipient = { username: string; email: string }
type Site = Pick<App, 'config' | 'settings'>
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
