import { Suspense } from 'react'

import { LinkCard, LinkFormSkeleton } from './LinkCard.tsx'
import { SignInSteps } from './sign-in-lazy.ts'

if (!import.meta.env.SSR) void SignInSteps.preload?.()

// A constant element, see PublicLayout.tsx.
const steps = (
  <Suspense
    fallback={
      <LinkCard title="Sign In" text="">
        <LinkFormSkeleton fields={2} />
      </LinkCard>
    }
  >
    <SignInSteps />
  </Suspense>
)

/** Where Sign In leads before its code is loaded, without it and in a new tab; elsewhere it opens the dialog. */
export function SignInPage() {
  return steps
}
