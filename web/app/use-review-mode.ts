import type { Site } from '#contract/site/pages.ts'

import type { Session } from './session-store.ts'
import { hasAnyPermission, useSession } from './session.ts'
import { useSite } from './use-site.ts'

type ReviewMode = Site['reviewMode']

/** How the versions of the user are reviewed. */
export function useReviewMode(): ReviewMode {
  const { reviewMode } = useSite()
  return reviewModeFor(useSession(), reviewMode)
}

/** The versions of trusted authors and moderators wait only for what the scan found. */
export function reviewModeFor(session: Session | null, reviewMode: ReviewMode): ReviewMode {
  const isTrusted = hasAnyPermission(session, ['scripts.trusted', 'admin.scripts.moderate'])
  return reviewMode === 'all' && isTrusted ? 'flagged' : reviewMode
}
