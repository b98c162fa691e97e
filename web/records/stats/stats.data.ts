import { callQuery } from '#web/app/call.ts'

export const siteStatsQuery = callQuery(['stats'], 'GET /api/stats')
