import type { FollowKind } from '#contract/site/follows.ts'
import { callQuery } from '#web/app/call.ts'

export type FollowTarget = { kind: FollowKind; id: number }

/** Without a user only the number of followers, which the server renders. */
export const followStatusQuery = ({ kind, id }: FollowTarget, userId = 0) =>
  callQuery(['follows', 'status', kind, id, userId], 'GET /api/follows/:kind/:id', { params: { kind, id } })
