import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { useSite } from '#web/app/use-site.ts'
import { LinkResult } from '#web/accounts/auth/LinkResult.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const TakedownForm = lazy(async () => ({ default: (await import('./TakedownForm.tsx')).TakedownForm }))

/** The form of a takedown notice, for everyone. */
export function TakedownPage() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined)
    return (
      <LinkResult
        icon={<MailCheck />}
        title="Confirm your email address"
        text={
          <>
            We have sent a link to <bdi>{sentTo}</bdi>. We receive your notice once you open this link. It is
            valid for 7 days.
          </>
        }
        action={
          <Link to="/dmca" className={buttonClass()}>
            Back to the DMCA policy
          </Link>
        }
      />
    )
  return <NoticePage onSent={setSentTo} />
}

function NoticePage({ onSent }: { onSent: (email: string) => void }) {
  const { siteName } = useSite()
  const isHydrated = useHydrated()
  const skeleton = <Skeleton shape="block" height={1200} />
  return (
    <div className="page-width stack gap-6 pb-16 reading">
      <PageHead
        title="Takedown Notice"
        text={
          <>
            For owners of works that are on {siteName} without their permission. The{' '}
            <Link to="/dmca" className="text-link">
              DMCA policy
            </Link>{' '}
            explains what a notice must include.
          </>
        }
      />
      {isHydrated ? (
        <Suspense fallback={skeleton}>
          <TakedownForm onSent={onSent} />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  )
}
