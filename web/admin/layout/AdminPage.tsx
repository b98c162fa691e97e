import type { ReactNode } from 'react'

import type { Permission } from '#contract/permissions.ts'
import { mayUse, useSession } from '#web/app/session.ts'
import { PageHead } from '#web/ui/PageHead.tsx'

import { AccessDenied } from './AccessDenied.tsx'
import styles from './AdminPage.module.css'

/** One screen: its title, what can be done here, and what it shows; `needs` keeps out who lacks it. */
export function AdminPage({
  title,
  text,
  actions,
  needs,
  children,
}: {
  title: string
  text?: ReactNode
  actions?: ReactNode
  needs?: Permission
  children: ReactNode
}) {
  const session = useSession()
  if (needs && !mayUse(session, needs)) return <AccessDenied />
  return (
    <div className={styles.page}>
      <PageHead title={title} text={text} actions={actions} />
      {children}
    </div>
  )
}
