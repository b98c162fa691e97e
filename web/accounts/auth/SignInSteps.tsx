import { CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import { useSession } from '#web/app/session.ts'
import { hasSessionExpired, subscribeSession } from '#web/app/session-store.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'

import { LinkFormSkeleton, LinkCard } from './LinkCard.tsx'
import { LinkResult } from './LinkResult.tsx'
import { useAuthSteps } from './use-auth-steps.tsx'

/** The forms of the dialog as a page. The server renders them; the browser loads their code after the first load. */
export function SignInSteps() {
  const session = useSession()
  const hasExpired = useSyncExternalStore(subscribeSession, hasSessionExpired, () => false)
  const { title, text, content, isLocked } = useAuthSteps({ mode: 'sign-in', hasExpired, heading: 'h2' })
  if (session && !isLocked)
    return (
      <LinkResult
        icon={<CircleCheck />}
        title="You are signed in"
        text={`Welcome, ${session.user.username}.`}
      />
    )
  return (
    <VisitorContent
      skeleton={
        <LinkCard title="Sign In" text="">
          <LinkFormSkeleton fields={2} />
        </LinkCard>
      }
    >
      <LinkCard title={title} text={text}>
        {content}
      </LinkCard>
    </VisitorContent>
  )
}
