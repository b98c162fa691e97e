import { z } from 'zod/mini'

import { TakedownNotice, takedownLimits } from '#contract/moderation/takedowns.ts'

const isUrl = (url: string) => TakedownNotice.shape.urls.safeParse([url]).success

/** The URLs are lines of one field. */
export const NoticeForm = z.extend(TakedownNotice, {
  urls: z.string().check(
    z.refine((text: string) => urlsOf(text).length > 0, 'Please enter the URL of a script'),
    z.refine((text: string) => urlsOf(text).length <= takedownLimits.urlsMax, 'At most 20 URLs'),
    z.refine(
      (text: string) => urlsOf(text).every(isUrl),
      'Please enter URLs of scripts, such as https://…/scripts/42, one per line',
    ),
  ),
})
export type NoticeForm = z.output<typeof NoticeForm>

export function urlsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map((url) => url.trim())
    .filter((url) => url !== '')
}
