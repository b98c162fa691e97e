import type { ReactNode } from 'react'

import { Skeleton } from '#web/ui/Skeleton.tsx'

export function ComparisonNote({ children }: { children: ReactNode }) {
  return <p className="pad-4 line-above muted">{children}</p>
}

export function LoadingText() {
  return (
    <div className="content-start grid gap-2 pad-4" aria-busy="true">
      <Skeleton width="60%" />
      <Skeleton width="80%" />
      <Skeleton width="45%" />
    </div>
  )
}
