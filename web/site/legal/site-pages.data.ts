import type { SitePageName } from '#contract/site/site-pages.ts'
import { callQuery } from '#web/app/call.ts'

export const sitePageQuery = (page: SitePageName) =>
  callQuery(['site-page', page], 'GET /api/pages/:page', { params: { page } })
