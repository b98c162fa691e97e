import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const descriptionPreviewQuery = (description: string) =>
  queryOptions({
    queryKey: ['scripts', 'description-preview', description],
    queryFn: ({ signal }) => call('POST /api/scripts/preview', { body: { description }, signal }),
    retry: false,
    placeholderData: keepPreviousData,
  })
