import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import type { AdminUser } from '#contract/user-admin.ts'
import { useAct } from '#web/admin/use-act.ts'
import { call } from '#web/app/call.ts'
import { mayUse, useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast.ts'

import { userListKey } from './users.data.ts'
import styles from './UserTable.module.css'

const ConfirmDialog = lazy(async () => ({
  default: (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

const acts = {
  suspend: {
    label: 'Suspend',
    busyText: 'Suspending...',
    done: 'suspended',
    text: 'They are signed out at once and cannot sign in until somebody ends the suspension.',
    run: (id: number) =>
      call('PUT /api/users/admin/users/:id/suspend', { params: { id }, body: { suspended: true } }),
  },
  promote: {
    label: 'Promote to admin',
    busyText: 'Promoting...',
    done: 'promoted',
    text: 'Each of them gets every permission of this site.',
    run: (id: number) =>
      call('PUT /api/users/admin/users/:id/admin', { params: { id }, body: { is_admin: true } }),
  },
}
type Act = keyof typeof acts

/** Repeats the single calls; who may not be acted over is counted among the failures. */
export function BulkBar({ users, onClear }: { users: readonly AdminUser[]; onClear: () => void }) {
  const session = useSession()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Act>()
  const people = users.length === 1 ? '1 user' : `${users.length} users`
  const run = useAct({
    run: async (act: Act) => {
      let failures = 0
      for (const { id } of users) await acts[act].run(id).catch(() => (failures += 1))
      return { act, failures, successes: users.length - failures }
    },
    onSuccess: async ({ act, successes, failures }) => {
      setAsked(undefined)
      if (failures === 0) onClear()
      void showToast({
        type: failures === 0 ? 'success' : successes === 0 ? 'error' : 'warning',
        title: `${successes} ${successes === 1 ? 'user' : 'users'} ${acts[act].done}, ${failures} failed`,
      })
      await queryClient.invalidateQueries({ queryKey: userListKey })
    },
  })
  const mayPromote = session?.user.is_admin || session?.user.is_owner
  return (
    <section aria-label="Selected users" className={styles.bulk}>
      <output>{people} selected</output>
      {mayUse(session, 'admin.users.ban') && (
        <Button size="sm" onClick={() => setAsked('suspend')}>
          Suspend
        </Button>
      )}
      {mayPromote && (
        <Button size="sm" onClick={() => setAsked('promote')}>
          Promote to admin
        </Button>
      )}
      {mayUse(session, 'admin.users.ban') && (
        <Button
          size="sm"
          onClick={() =>
            void showToast({
              type: 'warning',
              title: 'Bulk banning is not available. Please ban users individually.',
            })
          }
        >
          Ban
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
      {asked && (
        <Suspense>
          <ConfirmDialog
            isOpen
            onClose={() => setAsked(undefined)}
            title={`${acts[asked].label}: ${people}?`}
            confirmLabel={acts[asked].label}
            busyText={acts[asked].busyText}
            isBusy={run.isPending}
            variant={asked === 'suspend' ? 'danger' : 'cta'}
            onConfirm={() => run.start(asked)}
          >
            {acts[asked].text}
          </ConfirmDialog>
        </Suspense>
      )}
    </section>
  )
}
