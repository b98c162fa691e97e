import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CloudOff, FileCheck, Unlink } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { takedownLimits, type TakedownOfUploader } from '#contract/moderation/takedowns.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { useSession } from '#web/app/session.ts'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { counterNoticeQuery, isUnknown } from './takedown.data.ts'
import styles from './Takedown.module.css'

const CounterNoticeForm = lazy(async () => ({
  default: (await import('./CounterNoticeForm.tsx')).CounterNoticeForm,
}))

/** For the uploader of a script that was taken down. */
export function CounterNoticePage() {
  const { number } = useParams({ from: '/takedown/$number/counter-notice' })
  const session = useSession()
  return (
    <div className="page-width stack gap-6 pb-16 reading">
      <PageHead
        title="Counter-notice"
        text={
          <>
            Was your script taken down by mistake? The{' '}
            <Link to="/dmca" hash="counter-notice" className="text-link">
              DMCA policy
            </Link>{' '}
            explains what a counter-notice must include.
          </>
        }
      />
      {session ? (
        <Notice key={session.user.id} userId={session.user.id} number={number} />
      ) : (
        <AuthenticationRequired
          text="Sign in with the account that uploaded the script."
          skeleton={<Skeleton shape="block" height={480} />}
        />
      )}
    </div>
  )
}

function Notice({ userId, number }: { userId: number; number: string }) {
  const { data, error, isFetching, refetch } = useQuery(counterNoticeQuery(userId, number))
  if (data) return <Loaded userId={userId} notice={data} />
  if (isUnknown(error))
    return (
      <Card>
        <EmptyState
          icon={<Unlink />}
          title="There is no such notice"
          text={`None of your scripts was taken down because of ${number}.`}
          action={
            <Link to="/cases" className={buttonClass()}>
              Your cases
            </Link>
          }
        />
      </Card>
    )
  if (error)
    return (
      <Card>
        <EmptyState
          icon={<CloudOff />}
          title="The notice could not be loaded"
          text={error.message}
          action={
            <Button isBusy={isFetching} busyText="Loading..." onClick={() => void refetch()}>
              Try Again
            </Button>
          }
        />
      </Card>
    )
  return <Skeleton shape="block" height={480} />
}

function Loaded({ userId, notice }: { userId: number; notice: TakedownOfUploader }) {
  const { number, scripts, claimant, onBehalfOf, work, decidedAt, sentAt, canSend } = notice
  return (
    <>
      <Card padding="lg">
        <dl
          className={`${styles.facts} grid cols phone-stack gap-3-4 break`}
          style={{ '--cols': 'minmax(0, 180px) minmax(0, 1fr)' }}
        >
          <dt className="faint">Notice</dt>
          <dd className="pre-wrap">{number}</dd>
          <dt className="faint">Taken down</dt>
          <dd className="pre-wrap">{scripts.map(({ name }) => name).join(', ')}</dd>
          {decidedAt !== null && (
            <>
              <dt className="faint">On</dt>
              <dd className="pre-wrap">{dateTimeText(decidedAt)}</dd>
            </>
          )}
          <dt className="faint">Sent by</dt>
          <dd className="pre-wrap">
            {claimant}
            {onBehalfOf === claimant ? '' : `, for ${onBehalfOf}`}
          </dd>
          <dt className="faint">The work</dt>
          <dd className="pre-wrap">{work}</dd>
        </dl>
      </Card>
      {canSend ? (
        <Suspense fallback={<Skeleton shape="block" height={900} />}>
          <CounterNoticeForm userId={userId} number={number} />
        </Suspense>
      ) : (
        <Card>
          <EmptyState
            icon={<FileCheck />}
            title={sentAt === null ? 'Nothing is taken down' : 'Your counter-notice was sent'}
            text={
              sentAt === null
                ? 'The scripts of this notice have been restored, or there was another decision.'
                : `We sent it to the sender of the notice. After ${takedownLimits.counterDays} days we decide whether to restore your script.`
            }
            action={
              <Link to="/cases" className={buttonClass()}>
                Your cases
              </Link>
            }
          />
        </Card>
      )}
    </>
  )
}
