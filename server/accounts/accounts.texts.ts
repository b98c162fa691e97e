import type { EmailContent } from '#platform/mail/email-template.ts'

/** What an email to a user says; `mailUser` sends it. */
export type UserEmail = (
  siteName: string,
  publicUrl: string,
) => Pick<EmailContent, 'subject' | 'paragraphs' | 'link' | 'note'>

/** Emails about an account. */

export const confirmationTexts =
  (token: string): UserEmail =>
  (siteName, publicUrl) => ({
    subject: 'Confirm your email address',
    paragraphs: [`Please confirm that this is the email address of your account at ${siteName}.`],
    link: { label: 'Confirm email address', url: `${publicUrl}/verify-email?token=${token}` },
    note: 'The link is valid for 7 days. If you don’t have an account there, ignore this email.',
  })

export const emailChangedTexts: UserEmail = (siteName) => ({
  subject: 'Your email address was changed',
  paragraphs: [
    `The email address of your account at ${siteName} was changed. You will no longer get emails at this address.`,
  ],
  note: 'If you did not change it, contact the team of the site right away.',
})

export const passwordChangedTexts: UserEmail = (siteName, publicUrl) => ({
  subject: 'Your password was changed',
  paragraphs: [
    `The password of your account at ${siteName} was changed, and all other devices were signed out.`,
  ],
  note: `If you did not change it, choose a new one right away with “Reset password” at ${publicUrl}.`,
})

/** The email with the link to set a new password. */
export const resetTexts =
  (token: string): UserEmail =>
  (siteName, publicUrl) => ({
    subject: 'Reset your password',
    paragraphs: [`Someone, hopefully you, asked to set a new password for your account at ${siteName}.`],
    link: { label: 'Set a new password', url: `${publicUrl}/reset-password?token=${token}` },
    note: 'The link is valid for 60 minutes and works once. If you did not ask for it, ignore this email: your password stays the same.',
  })

const tokensLink = (publicUrl: string) => ({
  label: 'Your access tokens',
  url: `${publicUrl}/profile/settings?tab=tokens`,
})

const check = 'If you did not create it, revoke it and change your password right away.'

/** Emails about access tokens. */
export const tokenCreatedTexts =
  (name: string): UserEmail =>
  (siteName, publicUrl) => ({
    subject: 'An access token was created',
    paragraphs: [`The access token “${name}” was created for your account at ${siteName}.`],
    link: tokensLink(publicUrl),
    note: check,
  })

export const tokenEndsTexts =
  (name: string, day: string): UserEmail =>
  (siteName, publicUrl) => ({
    subject: `Your access token “${name}” expires soon`,
    paragraphs: [
      `Your access token “${name}” at ${siteName} expires on ${day}. Programs that use it stop working then. Create a new one if you still need it.`,
    ],
    link: tokensLink(publicUrl),
    note: check,
  })

export const tokenRevokedTexts =
  (name: string): UserEmail =>
  (siteName, publicUrl) => ({
    subject: `Your access token “${name}” was revoked`,
    paragraphs: [
      `Someone who had your access token “${name}” revoked it at ${siteName}, probably because it was public. Remove it from where it was stored, and create a new one if you still need it.`,
    ],
    link: tokensLink(publicUrl),
    note: 'Others could use the token until then. Check your scripts and their versions.',
  })

/** Emails about two-factor authentication. */

export const turnedOnTexts: UserEmail = (siteName, publicUrl) => ({
  subject: 'Two-factor authentication is on',
  paragraphs: [
    `From now on you need a code from your authenticator app to sign in to ${siteName}. All other devices were signed out.`,
  ],
  note: alertNote(publicUrl),
})

export const turnedOffTexts: UserEmail = (siteName, publicUrl) => ({
  subject: 'Two-factor authentication is off',
  paragraphs: [
    `You can sign in to ${siteName} with your password alone again. All other devices were signed out.`,
  ],
  note: alertNote(publicUrl),
})

export const turnedOffByAdminTexts: UserEmail = (siteName) => ({
  subject: 'Two-factor authentication is off',
  paragraphs: [
    `An administrator turned off two-factor authentication for your account at ${siteName}. You can sign in with your password alone. All your devices were signed out.`,
  ],
  note: 'If you did not ask for this, contact the team of the site and turn it on again in your profile settings.',
})

export const turnedOnByAdminTexts: UserEmail = (siteName) => ({
  subject: 'Two-factor authentication is required',
  paragraphs: [
    `An administrator requires two-factor authentication for your account at ${siteName}. The next time you sign in, we will show you how to set up an authenticator app.`,
  ],
  note: 'If you have a question about this, contact the team of the site.',
})

export const recoveryCodeUsedTexts =
  (left: number): UserEmail =>
  (siteName, publicUrl) => ({
    subject: 'A recovery code was used',
    paragraphs: [
      `Someone used one of the recovery codes of your account at ${siteName}. You have ${left === 1 ? '1 code' : `${left} codes`} left. You can create new ones in your profile settings.`,
    ],
    note: alertNote(publicUrl),
  })

export const recoveryCodesRenewedTexts: UserEmail = (siteName, publicUrl) => ({
  subject: 'You have new recovery codes',
  paragraphs: [
    `New recovery codes were created for your account at ${siteName}. The old ones no longer work.`,
  ],
  note: alertNote(publicUrl),
})

const alertNote = (publicUrl: string) =>
  `If this was not you, choose a new password right away with “Reset password” at ${publicUrl}, and contact the team of the site.`

/** Emails about the own data of a user. */

export const exportReadyTexts =
  (days: number): UserEmail =>
  (siteName, publicUrl) => ({
    subject: 'Your data is ready to download',
    paragraphs: [
      `The copy of your data at ${siteName} is ready. Sign in and download it within ${days} days. It contains everything that your account has here, so keep it safe.`,
    ],
    link: { label: 'Download your data', url: `${publicUrl}/profile/settings?tab=account` },
    note: 'If you did not ask for it, change your password right away.',
  })

export const deletionTexts =
  (date: string): UserEmail =>
  (siteName, publicUrl) => ({
    subject: 'Your account will be deleted',
    paragraphs: [
      `Your account at ${siteName} will be deleted on ${date}. All your other devices were signed out.`,
      'Until then you can sign in and keep your account with one click.',
    ],
    link: { label: 'Keep your account', url: `${publicUrl}/profile/settings?tab=account` },
    note: 'If you did not ask for this, keep your account and change your password right away.',
  })

export const keptTexts: UserEmail = (siteName) => ({
  subject: 'Your account stays',
  paragraphs: [`Your account at ${siteName} will not be deleted.`],
  note: 'If you did not do this, change your password right away.',
})

export const deletedTexts: UserEmail = (siteName) => ({
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
