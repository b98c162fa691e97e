/** The email to the old address of an account. */
export const emailChangedByAdminTexts = (siteName: string) => ({
  subject: 'Your email address was changed',
  paragraphs: [
    `An administrator changed the email address of your account at ${siteName}. You will no longer get emails at this address.`,
  ],
  note: 'If you did not ask for this, contact the team of the site.',
})
