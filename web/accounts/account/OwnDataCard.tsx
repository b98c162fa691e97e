import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileArchive, Trash2, Undo2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { OwnData } from '#contract/accounts/own-data.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { call, callQuery } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { fileSizeText } from '#web/ui/file-size.ts'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'
import { SectionCard } from '#web/ui/SectionCard.tsx'

import { accountErrorTexts } from './account-error-texts.ts'
import { TransientNotice, useTransientMessage } from './TransientNotice.tsx'

const preparingInterval = 5_000

const DeleteAccountDialog = lazyPart(() => import('./DeleteAccountDialog.tsx'), 'DeleteAccountDialog')

const errorTexts = accountErrorTexts({
  failed: 'Something went wrong. Please try again.',
  broken: 'Network error occurred',
})

/** A copy of everything that names the user, and the end of the account. */
export function OwnDataCard({ user }: { user: CurrentUser }) {
  const query = useQuery(ownDataQuery(user.id))
  return (
    <SectionCard
      id="own-data-title"
      title="Your data"
      text="Download a copy of everything we store about you, or delete your account."
    >
      <LoadState query={query} name="your data" height={44} />
      {query.data && <OwnDataActions user={user} data={query.data} />}
    </SectionCard>
  )
}

function OwnDataActions({ user, data }: { user: CurrentUser; data: OwnData }) {
  const queryClient = useQueryClient()
  const { message, show, clear } = useTransientMessage()
  const [isAsking, setAsking] = useState(false)
  const { queryKey } = ownDataQuery(user.id)
  const handlers = {
    onMutate: clear,
    onSuccess: (changed: OwnData) => void queryClient.setQueryData(queryKey, changed),
    onError: (error: Error) => show('danger', errorMessage(error, errorTexts)),
  }
  const request = useMutation({ mutationFn: () => call('POST /api/account/export'), ...handlers })
  const keep = useMutation({ mutationFn: () => call('POST /api/account/restore'), ...handlers })
  const copy = data.export
  const section = useRef<HTMLDivElement>(null)
  // The button that requests a copy is gone while one is prepared.
  useStableFocus(section, copy?.state ?? 'none')
  return (
    <div ref={section} tabIndex={-1} className="grid gap-4">
      <TransientNotice message={message} />
      {data.deletedAt !== null && (
        <Alert tone="warn">
          Your account will be deleted on {dateText(data.deletedAt)}. Until then you can keep it.
        </Alert>
      )}
      {copy?.state === 'preparing' && (
        <output>We are preparing your copy. You will get an email when it is ready.</output>
      )}
      {copy?.state === 'ready' && copy.expiresAt !== null && (
        <p>
          Your copy from {dateText(copy.requestedAt)} is ready ({fileSizeText(copy.size ?? 0)}). You can
          download it until {dateText(copy.expiresAt)}.
        </p>
      )}
      <div className="row wrap gap-3 phone-fill">
        {copy?.state === 'ready' && (
          <Button
            variant="cta"
            icon={<Download />}
            onClick={() => void downloadFresh(() => queryClient.fetchQuery(ownDataQuery(user.id)))}
          >
            Download Copy
          </Button>
        )}
        {copy?.state !== 'preparing' && (
          <Button
            icon={<FileArchive />}
            isBusy={request.isPending}
            busyText="Requesting..."
            onClick={() => request.mutate()}
          >
            {copy ? 'Request New Copy' : 'Request Copy'}
          </Button>
        )}
        {data.deletedAt === null ? (
          <Button variant="danger-outline" icon={<Trash2 />} onClick={() => setAsking(true)}>
            Delete Account
          </Button>
        ) : (
          <Button
            icon={<Undo2 />}
            isBusy={keep.isPending}
            busyText="Keeping..."
            onClick={() => keep.mutate()}
          >
            Keep Account
          </Button>
        )}
      </div>
      <Suspense>
        {isAsking && (
          <DeleteAccountDialog
            email={user.email}
            onClose={() => {
              setAsking(false)
              void queryClient.invalidateQueries({ queryKey })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** A link lives for 10 minutes, so it is read when it is used. */
async function downloadFresh(read: () => Promise<OwnData>): Promise<void> {
  const url = (await read()).export?.downloadUrl
  if (url) window.location.assign(url)
}

/** Asked again while an export is prepared. */
const ownDataQuery = (userId: number) =>
  queryOptions({
    ...callQuery(['own-data', userId], 'GET /api/account/own-data'),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.export?.state === 'preparing' ? preparingInterval : false),
  })
