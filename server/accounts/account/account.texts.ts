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
