import { Link } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Permission } from '#contract/platform/permissions.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { hasAnyPermission, useSession } from '#web/app/session.ts'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { PageHead } from '#web/ui/PageHead.tsx'

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

/** For users without admin access, and for administrators without the permission for a screen. */
export function AccessDenied({ isSignedOut = false }: { isSignedOut?: boolean }) {
  return (
    <EmptyState
      heading="h1"
      icon={<ShieldX />}
      title="Access Denied"
      text={
        isSignedOut
          ? 'Sign in as an administrator to enter the back office.'
          : 'Your account lacks the permission for this page.'
      }
      action={
        <>
          {isSignedOut && (
            <Button variant="cta" onClick={() => openAuthDialog({ onSignedIn: focusMain })}>
              Sign In
            </Button>
          )}
          <Link to="/" className={buttonClass()}>
            Go to the homepage
          </Link>
        </>
      }
    />
  )
}
