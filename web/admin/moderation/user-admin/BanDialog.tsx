import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { BanRequest } from '#contract/access/bans.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

import { banRequest, emptyBanForm } from './ban-duration.ts'
import { BanFields } from './BanFields.tsx'
import { BanHistory, CurrentBan } from './BanHistory.tsx'
import { menuButtonOf } from './user-cells.ts'
import { banQuery, usersKey } from './users.data.ts'

/** Bans a user, or shows the ban of a banned user, changes it and lifts it. */
export function BanDialog({
  user: { id, username },
  onClose,
}: {
  user: Pick<AdminUser, 'id' | 'username'>
  onClose: () => void
}) {
  const formId = useId()
  useFocusReturn(() => menuButtonOf(id))
  const queryClient = useQueryClient()
  const state = useQuery(banQuery(id))
  const [form, setForm] = useState(emptyBanForm)
  const [isChanging, setChanging] = useState(false)
  const ban = state.data?.ban_info
  const { mutate, isPending, error } = useMutation({
    mutationFn: (request: BanRequest | 'unban') => {
      if (request === 'unban') return call('DELETE /api/users/admin/users/:id/unban', { params: { id } })
      return isChanging
        ? call('PUT /api/users/admin/users/:id/ban', { params: { id }, body: request })
        : call('POST /api/users/admin/users/:id/ban', { params: { id }, body: request })
    },
    onSuccess: async (next, request) => {
      queryClient.setQueryData(banQuery(id).queryKey, next)
      void showToast({
        type: 'success',
        title:
          isChanging && request !== 'unban'
            ? `Ban of ${username} changed`
            : `User ${username} ${request === 'unban' ? 'unbanned' : 'banned'}`,
      })
      onClose()
      await queryClient.invalidateQueries({ queryKey: usersKey })
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={ban ? `Ban of ${username}` : `Ban User: ${username}`}
      isBusy={isPending}
      isDirty={form.reason.trim() !== ''}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          {ban && !isChanging && (
            <Button
              onClick={() => {
                setForm({ ...emptyBanForm, reason: ban.reason, isPermanent: ban.is_permanent })
                setChanging(true)
              }}
              disabled={isPending}
            >
              Change Ban
            </Button>
          )}
          {ban && !isChanging ? (
            <Button variant="cta" isBusy={isPending} busyText="Lifting..." onClick={() => mutate('unban')}>
              Unban User
            </Button>
          ) : (
            <Button
              type="submit"
              form={formId}
              variant="danger"
              isBusy={isPending}
              busyText={isChanging ? 'Saving...' : 'Banning...'}
              disabled={state.isPending}
            >
              {isChanging ? 'Save Ban' : 'Ban User'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {error && (
          <Alert
            tone="danger"
            title={errorMessage(
              error,
              isChanging ? 'Failed to change the ban' : `Failed to ${ban ? 'unban' : 'ban'} user`,
            )}
            isAlert
          />
        )}
        {state.isPending && <Skeleton shape="block" height={260} />}
        {ban && <CurrentBan ban={ban} />}
        {isChanging && <p className="faint text-sm">The new duration counts from now.</p>}
        {!state.isPending && (!ban || isChanging) && (
          <BanFields
            id={formId}
            form={form}
            onChange={(change) => setForm({ ...form, ...change })}
            onSubmit={() => mutate(banRequest(form, Date.now()))}
          />
        )}
        {state.data && <BanHistory history={state.data.history} />}
      </div>
    </Dialog>
  )
}
