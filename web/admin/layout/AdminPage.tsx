import type { ReactNode } from 'react'

import type { Permission } from '#contract/platform/permissions.ts'
import { hasAnyPermission, useSession } from '#web/app/session.ts'
import { PageHead } from '#web/ui/PageHead.tsx'

import { AccessDenied } from './AccessDenied.tsx'
import styles from './AdminPage.module.css'

/** A screen of the admin area; without a permission of `needs` it shows Access Denied. */
export function AdminPage({
  title,
  text,
  actions,
  needs,
  isWide = false,
  children,
}: {
  title: string
  text?: ReactNode
  actions?: ReactNode
  needs?: Permission | readonly Permission[]
  /** For a table with many columns. */
  isWide?: boolean
  children: ReactNode
}) {
  const session = useSession()
  if (needs && !hasAnyPermission(session, needs)) return <AccessDenied />
  return (
    <div className={`${styles.page} mx-auto flex column gap-4`} data-wide={isWide || undefined}>
      <PageHead title={title} text={text} actions={actions} />
      {children}
    </div>
  )
}
