import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { call, CallFailure } from '#web/app/call.ts'

import { ownSessionsQuery } from './account.data.ts'
import { explainFailure } from './explain-failure.ts'
import type { OwnSession } from './SessionRow.tsx'

const ConfirmDialog = lazy(async () => ({
  default: (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

export type EndedSessions = OwnSession | 'others'

const failureTexts = {
  refused: 'The device could not be signed out. Please try again.',
  broken: 'Network error occurred',
}

export function EndSessionsDialog({
  userId,
  ended,
  onClose,
}: {
  userId: number
  ended: EndedSessions
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function end() {
    setBusy(true)
    setProblem(undefined)
    try {
      if (ended === 'others') await call('DELETE /api/account/sessions')
      else await call('DELETE /api/account/sessions/:id', { params: { id: ended.id } }).catch(passIfGone)
      onClose()
      await queryClient.invalidateQueries(ownSessionsQuery(userId))
    } catch (error) {
      setProblem(explainFailure(error, failureTexts))
      setBusy(false)
    }
  }
  const isAll = ended === 'others'
  return (
    <Suspense>
      <ConfirmDialog
        isOpen
        onClose={onClose}
        title={isAll ? 'Sign out all other devices?' : `Sign out ${ended.device}?`}
        confirmLabel={isAll ? 'Sign Out All' : 'Sign Out'}
        busyText="Signing Out..."
        isBusy={isBusy}
        error={problem}
        onConfirm={() => void end()}
      >
        {isAll
          ? 'You stay signed in here. Everywhere else you have to sign in again.'
          : 'Whoever uses it has to sign in again.'}
      </ConfirmDialog>
    </Suspense>
  )
}

/** It has been signed out elsewhere: what was wanted has happened. */
function passIfGone(error: unknown): void {
  if (!(error instanceof CallFailure) || error.status !== 404) throw error
}
