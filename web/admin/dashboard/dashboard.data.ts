import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Download, FileCode, Handshake, Users } from 'lucide-react'

import { call } from '#web/app/call.ts'

export const totalsQuery = queryOptions({
  queryKey: ['admin', 'stats', 'now'],
  queryFn: ({ signal }) => call('GET /api/stats', { signal }),
})

export const historicalQuery = (period: number) =>
  queryOptions({
    queryKey: ['admin', 'stats', 'historical', period],
    queryFn: ({ signal }) => call('GET /api/stats/historical', { query: { period }, signal }),
  })

export const analysesQuery = queryOptions({
  queryKey: ['admin', 'analyses'],
  queryFn: ({ signal }) => call('GET /api/analyses/status', { signal }),
})

/** The daily snapshots of a period, oldest first. */
export const rangeQuery = (period: number) =>
  queryOptions({
    queryKey: ['admin', 'stats', 'range', period],
    queryFn: ({ signal }) => call('GET /api/stats/range', { query: lastDays(period, Date.now()), signal }),
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
