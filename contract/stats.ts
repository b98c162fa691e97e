import { z } from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const SiteStats = z.object({
  totalScripts: z.int(),
  totalUsers: z.int(),
  totalDownloads: z.int(),
  totalPartners: z.int(),
})
export type SiteStats = z.output<typeof SiteStats>

export const statsApi = {
  site: endpoint({
    method: 'GET',
    path: '/api/stats',
    summary: 'The totals of the site.',
    access: 'anyone',
    reply: SiteStats,
    limit: 'read',
  }),
}
