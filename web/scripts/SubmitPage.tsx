import { lazy, Suspense, useState } from 'react'
import { Lock } from 'lucide-react'

import { openRedirectDialog } from '#web/app/dialogs.ts'
import { mayUse, useSession } from '#web/app/session.ts'
import { AuthenticationRequired } from '#web/auth/AuthenticationRequired.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

import { ScriptFormSkeleton } from './ScriptFormSkeleton.tsx'

const SubmitScriptForm = lazy(async () => ({
  default: (await import('./SubmitScriptForm.tsx')).SubmitScriptForm,
}))

export function SubmitPage() {
  const session = useSession()
  const isAllowed = mayUse(session, 'scripts.upload')
  // A session that ends while somebody writes must not take along what they wrote.
  const [wasAllowed, setWasAllowed] = useState(isAllowed)
  if (isAllowed && !wasAllowed) setWasAllowed(true)
  return (
    <div className="page-width">
      <PageHead
        title="Submit Script"
        text="Share your work with the community. A submitted script is immediately available for download."
      />
      {!session && (
        <AuthenticationRequired
          text="Sign in to submit a script: it is published under your name."
          outline={<ScriptFormSkeleton />}
        />
      )}
      {session && !isAllowed && <UploadPermissionRequired />}
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

function UploadPermissionRequired() {
  return (
    <Card>
      <EmptyState
        icon={<Lock />}
        title="Upload Permission Required"
        text="Your account may not upload scripts yet. Verify it with the community on Discord to get the permission."
        action={
          <Button icon={<DiscordIcon />} onClick={openRedirectDialog}>
            Join Discord
          </Button>
        }
      />
    </Card>
  )
}
