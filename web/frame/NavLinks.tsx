import { Link } from '@tanstack/react-router'

import { backOfficePath, submitPath } from '#web/app/paths.ts'
import { mayUse, useSession } from '#web/app/session.ts'

/** The entries of the bar and of the mobile menu; what comes with a permission comes last, so it moves nothing. */
export function NavLinks({ className }: { className: string | undefined }) {
  const session = useSession()
  return (
    <>
      <Link to="/" className={className} activeOptions={{ exact: true }}>
        Homepage
      </Link>
      <Link to="/scripts" className={className} activeOptions={{ includeSearch: false }}>
        Assets
      </Link>
      {mayUse(session, 'scripts.upload') && (
        <Link to={submitPath} className={className}>
          Submit Script
        </Link>
      )}
      {mayUse(session, 'admin.system.access') && (
        <Link to={backOfficePath} className={className} preload={false}>
          ACP
        </Link>
      )}
    </>
  )
}
