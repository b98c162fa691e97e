import { z } from 'zod/mini'

import { Description } from '#contract/platform/description.ts'
import { endpoint } from '#contract/platform/endpoint.ts'

export const sitePages = ['about', 'support'] as const
export type SitePageName = (typeof sitePages)[number]

export const sitePagesApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/pages/:page',
    summary: 'Read the text of a page',
    description: 'The parsed text of `/about` or `/support` from the settings; empty while there is none.',
    access: 'anyone',
    params: z.object({ page: z.enum(sitePages, 'Page must be about or support') }),
    reply: z.object({ text: Description }),
  }),
}
