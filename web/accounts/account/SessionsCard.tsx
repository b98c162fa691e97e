import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useRef, useState, Suspense } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'
import { ownSessionsQuery } from './account.data.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { call, ApiError, type CallReply } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { accountErrorTexts } from './account-error-texts.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'
import styles from './SessionsCard.module.css'

export function SessionsCard({ userId }: { userId: number }) {
  const query = useQuery(ownSessionsQuery(userId))
  const [ended, setEnded] = useState<EndedSessions>()
  const list = useRef<HTMLUListElement>(null)
  const sessions = query.data ?? []
  useStableFocus(list, query.data?.length)

  return (
    <SectionCard
      id="sessions-title"
      title="Devices"
      text="Where you are signed in. If you don’t recognise a device, sign it out and change your password."
    >
      <LoadState query={query} name="your devices" height={76} />
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
    </SectionCard>
  )
}

const ConfirmDialog = lazyPart(() => import('#web/ui/ConfirmDialog.tsx'), 'ConfirmDialog')

type EndedSessions = OwnSession | 'others'

const errorTexts = accountErrorTexts({
  failed: 'The device could not be signed out. Please try again.',
  broken: 'Network error occurred',
})

function EndSessionsDialog({
  userId,
  ended,
  onClose,
}: {
  userId: number
  ended: EndedSessions
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => endSessions(ended),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries(ownSessionsQuery(userId))
    },
  })
  const isAll = ended === 'others'
  return (
    <Suspense>
      <ConfirmDialog
        onClose={onClose}
        title={isAll ? 'Sign out all other devices?' : `Sign out ${ended.device}?`}
        confirmLabel={isAll ? 'Sign Out All' : 'Sign Out'}
        busyText="Signing Out..."
        isBusy={isPending}
        error={error ? errorMessage(error, errorTexts) : undefined}
        onConfirm={() => mutate()}
      >
        {isAll
          ? 'You stay signed in here. You will have to sign in again everywhere else.'
          : 'You will have to sign in again on that device.'}
      </ConfirmDialog>
    </Suspense>
  )
}

async function endSessions(ended: EndedSessions): Promise<unknown> {
  if (ended === 'others') return call('DELETE /api/account/sessions')
  return call('DELETE /api/account/sessions/:id', { params: { id: ended.id } }).catch(ignoreNotFound)
}

/** The session has already been ended elsewhere. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

type OwnSession = CallReply<'GET /api/account/sessions'>[number]

const handheld = /iPhone|iPad|Android/

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, address, created_at, last_seen_at, is_current } = session
  return (
    <li className={`grid middle gap-4 pad-4 cols-auto-fill-auto ${styles.row}`}>
      <span className="grid center round-md fill-2 muted square-40 text-icon">
        {handheld.test(device) ? <Smartphone /> : <Monitor />}
      </span>
      <div className="grid gap-2px min-0">
        <p className="gap-4px-3 row wrap strong">
          {device}
          {is_current && <Badge tone="ok">This device</Badge>}
        </p>
        <p className="flex wrap gap-0-4 faint text-sm">
          <span>
            {is_current ? (
              'Active now'
            ) : (
              <>
                Active <TimeAgo time={last_seen_at} />
              </>
            )}
          </span>
          <span>
            Signed in <TimeAgo time={created_at} />
          </span>
          {address && <span className="numeric">{address}</span>}
        </p>
      </div>
      {!is_current && (
        <Button size="sm" onClick={onEnd}>
          Sign Out
          <span className="visually-hidden"> {device}</span>
        </Button>
      )}
    </li>
  )
}
