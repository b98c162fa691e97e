import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { BanState } from '#contract/bans.ts'
import type { AdminUser } from '#contract/user-admin.ts'
import { call, CallFailure } from '#web/app/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'

import styles from './BanDialog.module.css'
import { banErrors, banRequest, emptyBanForm } from './ban-duration.ts'
import type { BanErrors } from './ban-duration.ts'
import { BanFields } from './BanFields.tsx'
import { BanHistory } from './BanHistory.tsx'
import { PresentBan } from './PresentBan.tsx'
import { banQuery } from './users.data.ts'

/** Bans, or for who is banned shows the ban and lifts it. It cannot be left while the server is asked. */
export function BanDialog({
  user,
  onClose,
}: {
  user: Pick<AdminUser, 'id' | 'username'>
  onClose: () => void
}) {
  const formId = useId()
  const queryClient = useQueryClient()
  const state = useQuery(banQuery(user.id))
  const [form, setForm] = useState(emptyBanForm)
  const [errors, setErrors] = useState<BanErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const ban = state.data?.ban_info

  async function run(act: () => Promise<BanState>, done: string, failed: string) {
    setBusy(true)
    setFailure(undefined)
    try {
      queryClient.setQueryData(banQuery(user.id).queryKey, await act())
      void showToast({ type: 'success', title: done })
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
    } catch (error) {
      const isExplained = error instanceof CallFailure && error.status >= 400 && error.status < 500
      setFailure(isExplained ? error.message : failed)
      setBusy(false)
    }
  }
  function submit() {
    const found = banErrors(form)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first)
      return document.getElementById(formId)?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    void run(
      () =>
        call('POST /api/users/admin/users/:id/ban', {
          params: { id: user.id },
          body: banRequest(form, Date.now()),
        }),
      `User ${user.username} banned`,
      'Failed to ban user',
    )
  }
  const lift = () =>
    void run(
      () => call('DELETE /api/users/admin/users/:id/unban', { params: { id: user.id } }),
      `User ${user.username} unbanned`,
      'Failed to unban user',
    )

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={ban ? `Ban of ${user.username}` : `Ban User: ${user.username}`}
      isBusy={isBusy}
      isDirty={form.reason.trim() !== ''}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          {ban ? (
            <Button variant="cta" isBusy={isBusy} busyText="Lifting..." onClick={lift}>
              Unban User
            </Button>
          ) : (
            <Button
              type="submit"
              form={formId}
              variant="danger"
              isBusy={isBusy}
              busyText="Banning..."
              disabled={state.isPending}
            >
              Ban User
            </Button>
          )}
        </>
      }
    >
      <div className={styles.content}>
        {failure && <Notice tone="danger" title={failure} isAlert />}
        {state.isPending && <Skeleton shape="block" height={260} />}
        {ban && <PresentBan ban={ban} />}
        {!state.isPending && !ban && (
          <BanFields
            id={formId}
            form={form}
            errors={errors}
            onChange={(change) => {
              setForm({ ...form, ...change })
              for (const key of Object.keys(change)) setErrors((found) => ({ ...found, [key]: undefined }))
            }}
            onSubmit={submit}
          />
        )}
        {state.data && <BanHistory history={state.data.history} />}
      </div>
    </Dialog>
  )
}
