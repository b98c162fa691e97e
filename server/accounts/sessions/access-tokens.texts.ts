import type { EmailContent } from '#platform/mail/email-template.ts'

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
