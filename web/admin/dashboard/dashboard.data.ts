import { keepPreviousData } from '@tanstack/react-query'
import { Download, FileCode, Handshake, Users } from 'lucide-react'

import { callQuery } from '#web/app/call.ts'

export const totalsQuery = callQuery(['admin', 'stats', 'now'], 'GET /api/stats')

export const historicalQuery = (period: number) =>
  callQuery(['admin', 'stats', 'historical', period], 'GET /api/stats/historical', { query: { period } })

export const analysesQuery = callQuery(['admin', 'analyses'], 'GET /api/analyses/status')

/** The daily snapshots of a period, oldest first. */
export const rangeQuery = (period: number) => ({
  ...callQuery(['admin', 'stats', 'range', period], 'GET /api/stats/range', {
    query: lastDays(period, Date.now()),
  }),
  placeholderData: keepPreviousData,
})

function lastDays(count: number, now: number): { startDate: string; endDate: string } {
  return { startDate: dayOf(now - count * 24 * 60 * 60_000), endDate: dayOf(now) }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

export const totals = [
  { key: 'totalUsers', label: 'Users', icon: Users },
  { key: 'totalScripts', label: 'Scripts', icon: FileCode },
  { key: 'totalDownloads', label: 'Downloads', icon: Download },
  { key: 'totalPartners', label: 'Partners', icon: Handshake },
] as const
