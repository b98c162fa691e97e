import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

const suggestionsMax = 6

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['scripts', 'suggestions', q],
    queryFn: ({ signal }) => call('GET /api/scripts/search', { query: { q, limit: suggestionsMax }, signal }),
    enabled: q !== '',
    retry: false,
    placeholderData: keepPreviousData,
  })
