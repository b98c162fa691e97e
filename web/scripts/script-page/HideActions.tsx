import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { RemovalDraft } from '#contract/scripts/removal-schemas.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { caseIdOfTakedown } from '#contract/records/case-kinds.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { moderationCasePath } from '#web/app/moderation-path.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { showToast } from '#web/ui/toast.ts'

import { invalidateScriptLists, scriptQuery } from './script-detail.data.ts'

const HideDialog = lazyPart(() => import('./HideDialog.tsx'), 'HideDialog')

/** In place of "Restore": only a decision about the notice restores what it took down. */
export function HoldingNotice({ number }: { number: string }) {
  const mayDecide = hasPermission(useSession(), 'admin.takedowns.manage')
  return (
    <span>
      Taken down by notice{' '}
      {mayDecide ? (
        <Link to={moderationCasePath(caseIdOfTakedown(number))} className="text-link">
          {number}
        </Link>
      ) : (
        number
      )}
    </span>
  )
}

export function HideActions({ script: { id, name, removal } }: { script: Script }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (draft: RemovalDraft | null) =>
      draft
        ? call('POST /api/scripts/:id/removal', { params: { id }, body: draft })
        : call('DELETE /api/scripts/:id/removal', { params: { id } }),
    onSuccess: (script, draft) => {
      queryClient.setQueryData(scriptQuery(id).queryKey, script)
      invalidateScriptLists(queryClient)
      setAsking(false)
      const undo = removal ? { reason: removal.reason, note: removal.note } : null
      void showToast({
        type: 'success',
        title: draft ? 'Script hidden' : 'Script restored',
        message: name,
        durationMs: 10_000,
        action: { label: 'Undo', run: () => mutate(draft ? null : undo) },
      })
      if (!draft) focusMain()
    },
    onError: (problem, draft) => {
      if (!draft) void showToast({ type: 'error', title: errorMessage(problem, 'Failed to restore script') })
    },
  })
  return (
    <>
      {removal?.takedown !== undefined ? (
        <HoldingNotice number={removal.takedown} />
      ) : removal ? (
        <Button
          variant="cta"
          size="sm"
          icon={<Eye />}
          isBusy={isPending}
          busyText="Restoring..."
          onClick={() => mutate(null)}
        >
          Restore
        </Button>
      ) : (
        <Button variant="danger-outline" size="sm" icon={<EyeOff />} onClick={() => setAsking(true)}>
          Hide
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <HideDialog
            title={`Hide “${name}”`}
            isBusy={isPending}
            error={error ? errorMessage(error, 'Failed to hide script') : undefined}
            onHide={mutate}
            onClose={() => {
              reset()
              setAsking(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
