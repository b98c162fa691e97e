import type { ReactNode } from 'react'

import { useSession } from './session.ts'

/**
 * What the server, which renders for visitors, cannot say about a user. Where a session is stored, styles show the
 * skeleton from the first paint until the browser has read the session.
 */
export function VisitorContent({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  if (useSession()) return children
  return (
    <>
      <div className="for-visitors">{children}</div>
      <div className="for-users">{skeleton}</div>
    </>
  )
}
