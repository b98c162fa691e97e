import { keepPreviousData } from '@tanstack/react-query'

import type { ModeratedTextSearch } from '#web/admin/admin-search.ts'
import { callQuery, type CallReply } from '#web/app/call.ts'

export type ListedText = CallReply<'GET /api/moderation/texts'>['texts'][number]

export const textsKey = ['admin', 'texts']

export const textsQuery = ({
  kind = 'works-report',
  state = 'visible',
  author,
  page = 1,
}: Omit<ModeratedTextSearch, 'kind' | 'state'> & {
  kind?: ListedText['kind'] | undefined
  state?: 'visible' | 'hidden' | undefined
}) => ({
  ...callQuery([...textsKey, { kind, state, author, page }], 'GET /api/moderation/texts', {
    query: { kind, state, author, page },
  }),
  placeholderData: keepPreviousData,
})
