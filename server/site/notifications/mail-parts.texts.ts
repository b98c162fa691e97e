import type { EventContent } from '#server/records/records.public.ts'

export type MailTexts = {
  subject: string
  paragraphs: readonly string[]
  /** The path of the page that the mail is about. */
  link: { label: string; path: string }
}

export type MailContent<Kind extends EventContent['kind']> = Extract<EventContent, { kind: Kind }>
/** The last paragraph: why the user gets the email. */
export const memberNote = (siteName: string) =>
  `You are receiving this email because you have an account at ${siteName}.`
export const downloaderNote = (siteName: string) =>
  `You are receiving this email because you downloaded this script at ${siteName}.`
export const followerNote = (siteName: string, what = 'this script or its author') =>
  `You are receiving this email because you follow ${what} at ${siteName}. You can choose what we email you in your notification settings.`

/** No paragraph for an empty text. */
export const textOf = (text: string) => (text === '' ? [] : [text])
