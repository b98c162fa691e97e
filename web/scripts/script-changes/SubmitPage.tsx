import { lazy, Suspense, useState, useEffect } from 'react'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'

import { hasPermission, useSession } from '#web/app/session.ts'
import { useSite } from '#web/app/use-site.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { openRedirectDialog } from '#web/app/dialogs.ts'
import { settingsPath } from '#web/app/paths.ts'
import { refreshSession } from '#web/app/session-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import { availability, expiredFormText } from './script-changes.texts.ts'
import { ScriptFormSkeleton } from './ScriptFormSkeleton.tsx'
import styles from './SubmitPage.module.css'

const refreshMs = 15_000

const SubmitScriptForm = lazy(async () => ({
  default: (await import('./SubmitScriptForm.tsx')).SubmitScriptForm,
}))

export function SubmitPage() {
  const { reviewMode } = useSite()
  const session = useSession()
  const isAllowed = hasPermission(session, 'scripts.upload')
  // The form stays mounted, so that a session that expires does not lose its content.
  const [wasAllowed, setWasAllowed] = useState(isAllowed)
  if (isAllowed && !wasAllowed) setWasAllowed(true)
  return (
    <div className="page-width">
      <PageHead
        title="Submit Script"
        text={`Share your work with the community. A submitted script is ${availability[reviewMode]}.`}
      />
      {!session && (
        <AuthenticationRequired
          text="Sign in to submit a script: it is published under your name."
          {...(wasAllowed && { expiredText: expiredFormText })}
          skeleton={
            <div className={styles.form}>
              <ScriptFormSkeleton />
            </div>
          }
        />
      )}
      {/* The same element before and after the session is read: a click on one that is replaced would be lost. */}
      {!isAllowed && (
        <div className={session ? undefined : styles.unverified}>
          <UploadPermissionRequired />
        </div>
      )}
      {wasAllowed && (
        <div hidden={!isAllowed}>
          <Suspense fallback={<ScriptFormSkeleton />}>
            <SubmitScriptForm />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** For users who are not verified. Without a Discord application only a moderator can verify them. */
function UploadPermissionRequired() {
  const { hasDiscordApp } = useSite()
  useFreshPermissions()
  return (
    <Card>
      <EmptyState
        icon={<Lock />}
        title="Upload Permission Required"
        text={
          hasDiscordApp
            ? 'Your account may not upload scripts yet. Verify it with your Discord account to get the permission.'
            : 'Your account may not upload scripts yet. Open a ticket on Discord and ask a moderator to verify it.'
        }
        action={
          hasDiscordApp ? (
            <Link to={settingsPath} search={{ tab: 'discord' }} className={buttonClass({ variant: 'cta' })}>
              <DiscordIcon />
              Verify Account
            </Link>
          ) : (
            <Button icon={<DiscordIcon />} onClick={openRedirectDialog}>
              Join Discord
            </Button>
          )
        }
      />
    </Card>
  )
}

/** Shows the form as soon as the account has the permission. */
function useFreshPermissions() {
  const session = useSession()
  const isSignedIn = session !== null
  useEffect(() => {
    if (!isSignedIn) return undefined
    const handle = setInterval(() => {
      if (!document.hidden) void refreshSession()
    }, refreshMs)
    return () => clearInterval(handle)
  }, [isSignedIn])
}
