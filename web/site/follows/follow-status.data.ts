import { queryOptions } from '@tanstack/react-query'

import type { FollowKind } from '#contract/site/follows.ts'
import { call } from '#web/app/call.ts'

export type FollowTarget = { kind: FollowKind; id: number }

/** Without a user only the number of followers, which the server renders. */
export const followStatusQuery = ({ kind, id }: FollowTarget, userId = 0) =>
  queryOptions({
    queryKey: ['follows', 'status', kind, id, userId],
    queryFn: ({ signal }) => call('GET /api/follows/:kind/:id', { params: { kind, id }, signal }),
  })
