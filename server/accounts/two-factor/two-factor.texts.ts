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
