import { Crown, Unlink } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { useSession } from '#web/app/session.ts'
import { useSite } from '#web/app/use-site.ts'
import { Button } from '#web/ui/Button.tsx'

import { useLinkToken } from './link-token.ts'
import { LinkCard, LinkFormSkeleton } from './LinkCard.tsx'
import { LinkResult } from './LinkResult.tsx'

const ClaimPageForm = lazy(async () => ({ default: (await import('./ClaimPageForm.tsx')).ClaimPageForm }))

/** The page of the one-time link of a new site, with which a visitor becomes its owner. */
export function ClaimPage() {
  const { siteName } = useSite()
  const token = useLinkToken()
  const session = useSession()
  const [isExpired, setExpired] = useState(false)
  if (session?.user.is_owner)
    return (
      <LinkResult
        icon={<Crown />}
        title="You own this site"
        text={`You are signed in as ${session.user.username}, an owner of ${siteName}. There is nothing left to claim.`}
      />
    )
  if (isExpired || token === '')
    return (
      <LinkResult
        icon={<Unlink />}
        title="This link is invalid or has expired"
        text="It works once, for 24 hours, and only while the site has no owner. If you are the owner already, sign in. If nobody is, start the hub again: it prints a new link."
        action={
          <Button variant="cta" onClick={() => openAuthDialog()}>
            Sign In
          </Button>
        }
      />
    )
  return (
    <LinkCard
      title={`Make ${siteName} yours`}
      text="This site has no owner yet. The account you create here owns it and holds every permission."
    >
      {token === undefined ? (
        <LinkFormSkeleton fields={4} />
      ) : (
        <Suspense fallback={<LinkFormSkeleton fields={4} />}>
          <ClaimPageForm token={token} onExpired={() => setExpired(true)} />
        </Suspense>
      )}
    </LinkCard>
  )
}
