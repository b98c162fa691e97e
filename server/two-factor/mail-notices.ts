import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'

type Recipient = { username: string; email: string }
type Site = Pick<App, 'config' | 'settings'>
type Alert = { subject: string; text: string; note?: string }

export function mailTurnedOn(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, {
    subject: 'Two-factor authentication is on',
    text: `From now on signing in to ${site.settings.siteName} takes a code of your authenticator app. All other devices were signed out.`,
  })
}

export function mailTurnedOff(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, {
    subject: 'Two-factor authentication is off',
    text: `Signing in to ${site.settings.siteName} takes your password alone again. All other devices were signed out.`,
  })
}

export function mailTurnedOffByAdmin(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, {
    subject: 'Two-factor authentication is off',
    text: `An administrator turned two-factor authentication off for your account at ${site.settings.siteName}. Signing in takes your password alone, and all your devices were signed out.`,
    note: 'If you did not ask for it, reply to the team of the site and turn it on again in your profile settings.',
  })
}

export function mailTurnedOnByAdmin(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, {
    subject: 'Two-factor authentication is needed',
    text: `An administrator turned two-factor authentication on for your account at ${site.settings.siteName}. When you sign in the next time you are shown how to set up an authenticator app.`,
    note: 'If you have a question about it, reply to the team of the site.',
  })
}

export function mailRecoveryCodeUsed(tx: Db, site: Site, recipient: Recipient, left: number): Promise<void> {
  return mailAlert(tx, site, recipient, {
    subject: 'A recovery code was used',
    text: `One of the recovery codes of your account at ${site.settings.siteName} was used. ${left === 1 ? '1 is' : `${left} are`} left; new ones are made in your profile settings.`,
  })
}

export function mailRecoveryCodesRenewed(tx: Db, site: Site, recipient: Recipient): Promise<void> {
  return mailAlert(tx, site, recipient, {
    subject: 'You have new recovery codes',
    text: `New recovery codes were made for your account at ${site.settings.siteName}. The former ones are good for nothing now.`,
  })
}

async function mailAlert(
  tx: Db,
  { config, settings }: Site,
  recipient: Recipient,
  { subject, text, note }: Alert,
): Promise<void> {
  const mail = renderEmail(settings.siteName, {
    to: recipient.email,
    subject,
    greets: recipient.username,
    paragraphs: [text],
    note:
      note ??
      `If it was not you, choose a new password at once with "Reset password" at ${config.publicUrl}, and tell the team of the site.`,
  })
  await sendMail(tx, mail)
}
