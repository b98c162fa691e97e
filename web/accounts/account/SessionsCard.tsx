import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useRef, useState } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { ownSessionsQuery } from './account.data.ts'
import { EndSessionsDialog } from './EndSessionsDialog.tsx'
import type { EndedSessions } from './EndSessionsDialog.tsx'
import { SessionRow } from './SessionRow.tsx'

export function SessionsCard({ userId }: { userId: number }) {
  const query = useQuery(ownSessionsQuery(userId))
  const [ended, setEnded] = useState<EndedSessions>()
  const list = useRef<HTMLUListElement>(null)
  const sessions = query.data ?? []
  useStableFocus(list, query.data?.length)

  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="sessions-title">
      <div className="grid gap-1">
        <h2 className="text-h3" id="sessions-title">
          Devices
        </h2>
        <p className="muted">
          Where you are signed in. If you don’t recognise a device, sign it out and change your password.
        </p>
      </div>
      {query.isPending && <ListSkeleton />}
      {query.isError && !query.data && (
        <FailedState
          heading="h3"
          title="Failed to load your devices"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {sessions.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          className="grid lined clip framed round-lg"
          aria-labelledby="sessions-title"
        >
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnded(session)} />
          ))}
        </ul>
      )}
      {sessions.some(({ is_current }) => !is_current) && (
        <div className="row wrap gap-3 phone-fill">
          <Button variant="danger-outline" icon={<LogOut />} onClick={() => setEnded('others')}>
            Sign Out All Other Devices
          </Button>
        </div>
      )}
      {ended && <EndSessionsDialog userId={userId} ended={ended} onClose={() => setEnded(undefined)} />}
    </Card>
  )
}

function ListSkeleton() {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading your devices</output>
      <Skeleton shape="block" height={76} />
    </div>
  )
}
