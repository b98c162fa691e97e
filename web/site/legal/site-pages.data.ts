import { queryOptions } from '@tanstack/react-query'

import type { SitePageName } from '#contract/site/site-pages.ts'
import { call } from '#web/app/call.ts'

export const sitePageQuery = (page: SitePageName) =>
  queryOptions({
    queryKey: ['site-page', page],
    queryFn: ({ signal }) => call('GET /api/pages/:page', { params: { page }, signal }),
  })
