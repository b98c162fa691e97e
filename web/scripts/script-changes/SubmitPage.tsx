import { lazy, Suspense, useState } from 'react'

import { hasPermission, useSession } from '#web/app/session.ts'
import { useReviewMode } from '#web/app/use-review-mode.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

import { availability, expiredFormText } from './script-changes.texts.ts'
import { ScriptFormSkeleton } from './ScriptFormSkeleton.tsx'
import styles from './SubmitPage.module.css'
import { UploadPermissionRequired } from './UploadPermissionRequired.tsx'

const SubmitScriptForm = lazy(async () => ({
  default: (await import('./SubmitScriptForm.tsx')).SubmitScriptForm,
}))

export function SubmitPage() {
  const reviewMode = useReviewMode()
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
