import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import { lazyPart } from '#web/ui/lazy-part.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './Works.module.css'
import { ownWorksQuery } from './works.data.ts'

const OwnReportForm = lazyPart(() => import('./OwnReportForm.tsx'), 'OwnReportForm')

type Version = { id: number; number: string }

/** The user's own report on a version, not for its authors. A visitor signs in first. */
export function WorksForm({ version }: { version: Version }) {
  const session = useSession()
  return (
    <Card
      as="section"
      padding="md"
      className={`${styles.form} stack gap-4`}
      aria-labelledby="works-form-title"
    >
      <h2 id="works-form-title" tabIndex={-1}>
        Does version {version.number} work for you?
      </h2>
      {session ? (
        <OwnReport key={version.id} version={version} userId={session.user.id} />
      ) : (
        <>
          <p className="muted">
            Members who downloaded this version at least a day ago can say how it works on their server.
          </p>
          <Button className="self-start" onClick={() => openAuthDialog()}>
            Sign in to report
          </Button>
        </>
      )}
    </Card>
  )
}

function OwnReport({ version, userId }: { version: Version; userId: number }) {
  const { data, isError, isFetching, refetch } = useQuery(ownWorksQuery(version.id, userId))
  const skeleton = <Skeleton shape="block" height={120} />
  if (data)
    return (
      <Suspense fallback={skeleton}>
        <OwnReportForm key={data.report?.updatedAt} version={version} own={data} />
      </Suspense>
    )
  if (!isError) return skeleton
  return (
    <FailedState
      title="Failed to load your report"
      text="The server did not respond as expected. Please try again."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}
