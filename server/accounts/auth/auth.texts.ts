/** The email with the link to set a new password. */
export const resetTexts = (siteName: string) => ({
  subject: 'Reset your password',
  paragraphs: [`Someone, hopefully you, asked to set a new password for your account at ${siteName}.`],
  linkLabel: 'Set a new password',
  note: 'The link is valid for 60 minutes and works once. If you did not ask for it, ignore this email: your password stays the same.',
})
