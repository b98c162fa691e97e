import { Link } from '@tanstack/react-router'

import { adminPath, submitPath } from '#web/app/paths.ts'
import { hasPermission, useSession } from '#web/app/session.ts'

/** For the header and the mobile menu. Links that need a permission are last, so that they shift no other. */
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
      <Link to="/collections" className={className} activeOptions={{ includeSearch: false }}>
        Collections
      </Link>
      {hasPermission(session, 'scripts.upload') && (
        <Link to={submitPath} className={className}>
          Submit Script
        </Link>
      )}
      {hasPermission(session, 'admin.system.access') && (
        <Link to={adminPath} className={className} preload={false}>
          ACP
        </Link>
      )}
    </>
  )
}
