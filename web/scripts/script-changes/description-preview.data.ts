import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

/** `images` are those that a documentation can show. */
export const previewQuery = (text: string, images: readonly string[] | undefined) =>
  queryOptions({
    queryKey: ['scripts', 'description-preview', text, images],
    queryFn: async ({ signal }) => {
      const body = { description: text, ...(images && { images: [...images] }) }
      return (await call('POST /api/scripts/preview', { body, signal })).formattedDescription
    },
    retry: false,
    placeholderData: keepPreviousData,
  })
