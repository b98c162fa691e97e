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
