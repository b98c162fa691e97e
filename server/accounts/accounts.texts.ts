import type { EmailContent } from '#platform/mail/email-template.ts'

/** Emails about an account. */

export const confirmationTexts = (siteName: string) => ({
  subject: 'Confirm your email address',
  paragraphs: [`Please confirm that this is the email address of your account at ${siteName}.`],
  linkLabel: 'Confirm email address',
  note: 'The link is valid for 7 days. If you don’t have an account there, ignore this email.',
})

export const emailChangedTexts = (siteName: string) => ({
  subject: 'Your email address was changed',
  paragraphs: [
    `The email address of your account at ${siteName} was changed. You will no longer get emails at this address.`,
  ],
  note: 'If you did not change it, contact the team of the site right away.',
})

export const passwordChangedTexts = (siteName: string, publicUrl: string) => ({
  subject: 'Your password was changed',
  paragraphs: [
    `The password of your account at ${siteName} was changed, and all other devices were signed out.`,
  ],
  note: `If you did not change it, choose a new one right away with “Reset password” at ${publicUrl}.`,
})

/** The email with the link to set a new password. */
export const resetTexts = (siteName: string) => ({
  subject: 'Reset your password',
  paragraphs: [`Someone, hopefully you, asked to set a new password for your account at ${siteName}.`],
  linkLabel: 'Set a new password',
  note: 'The link is valid for 60 minutes and works once. If you did not ask for it, ignore this email: your password stays the same.',
})

type Texts = Pick<EmailContent, 'subject' | 'paragraphs' | 'note'>

const check = 'If you did not create it, revoke it and change your password right away.'

/** Emails about access tokens. */
export const tokenCreatedTexts = (siteName: string, name: string): Texts => ({
  subject: 'An access token was created',
  paragraphs: [`The access token “${name}” was created for your account at ${siteName}.`],
  note: check,
})

export const tokenEndsTexts = (siteName: string, name: string, day: string): Texts => ({
  subject: `Your access token “${name}” expires soon`,
  paragraphs: [
    `Your access token “${name}” at ${siteName} expires on ${day}. Programs that use it stop working then. Create a new one if you still need it.`,
  ],
  note: check,
})

export const tokenRevokedTexts = (siteName: string, name: string): Texts => ({
  subject: `Your access token “${name}” was revoked`,
  paragraphs: [
    `Someone who had your access token “${name}” revoked it at ${siteName}, probably because it was public. Remove it from where it was stored, and create a new one if you still need it.`,
  ],
  note: 'Others could use the token until then. Check your scripts and their versions.',
})

/** Emails about two-factor authentication. */

export const turnedOnTexts = (siteName: string) => ({
  subject: 'Two-factor authentication is on',
  text: `From now on you need a code from your authenticator app to sign in to ${siteName}. All other devices were signed out.`,
})

export const turnedOffTexts = (siteName: string) => ({
  subject: 'Two-factor authentication is off',
  text: `You can sign in to ${siteName} with your password alone again. All other devices were signed out.`,
})

export const turnedOffByAdminTexts = (siteName: string) => ({
  subject: 'Two-factor authentication is off',
  text: `An administrator turned off two-factor authentication for your account at ${siteName}. You can sign in with your password alone. All your devices were signed out.`,
  note: 'If you did not ask for this, contact the team of the site and turn it on again in your profile settings.',
})

export const turnedOnByAdminTexts = (siteName: string) => ({
  subject: 'Two-factor authentication is required',
  text: `An administrator requires two-factor authentication for your account at ${siteName}. The next time you sign in, we will show you how to set up an authenticator app.`,
  note: 'If you have a question about this, contact the team of the site.',
})

export const recoveryCodeUsedTexts = (siteName: string, left: number) => ({
  subject: 'A recovery code was used',
  text: `Someone used one of the recovery codes of your account at ${siteName}. You have ${left === 1 ? '1 code' : `${left} codes`} left. You can create new ones in your profile settings.`,
})

export const recoveryCodesRenewedTexts = (siteName: string) => ({
  subject: 'You have new recovery codes',
  text: `New recovery codes were created for your account at ${siteName}. The old ones no longer work.`,
})

/** The last paragraph, unless an email has its own. */
export const alertNote = (publicUrl: string) =>
  `If this was not you, choose a new password right away with “Reset password” at ${publicUrl}, and contact the team of the site.`

/** Emails about the own data of a user. */

export const exportReadyTexts = (siteName: string, days: number) => ({
  subject: 'Your data is ready to download',
  paragraphs: [
    `The copy of your data at ${siteName} is ready. Sign in and download it within ${days} days. It contains everything that your account has here, so keep it safe.`,
  ],
  linkLabel: 'Download your data',
  note: 'If you did not ask for it, change your password right away.',
})

export const deletionTexts = (siteName: string, date: string) => ({
  subject: 'Your account will be deleted',
  paragraphs: [
    `Your account at ${siteName} will be deleted on ${date}. All your other devices were signed out.`,
    'Until then you can sign in and keep your account with one click.',
  ],
  linkLabel: 'Keep your account',
  note: 'If you did not ask for this, keep your account and change your password right away.',
})

export const keptTexts = (siteName: string) => ({
  subject: 'Your account stays',
  paragraphs: [`Your account at ${siteName} will not be deleted.`],
  note: 'If you did not do this, change your password right away.',
})

export const deletedTexts = (siteName: string) => ({
  subject: 'Your account was deleted',
  paragraphs: [`Your account at ${siteName} was deleted. This is the last email that we send to you.`],
  note: 'The privacy policy of the site lists what stays without your name.',
})

/** No user can register this name: it contains spaces. */
export const deletedUsername = (userId: number) => `deleted user ${userId}`

export const readmeText = (siteName: string, omitted: readonly string[]) =>
  [
    `Your data at ${siteName}.`,
    '',
    'Each JSON file is a list of the rows that name your account. scripts/ has your scripts with their archives and images.',
    'Passwords, keys and codes are left out, and so is what the team wrote and what belongs to other people.',
    ...(omitted.length > 0
      ? [
          '',
          'These files were too large for this copy. Download them on the pages of your scripts:',
          ...omitted,
        ]
      : []),
    '',
  ].join('\n')
