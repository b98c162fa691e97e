import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { explain } from '#web/admin/explain.ts'
import { endOfDay } from '#web/admin/groups/end-of-day.ts'
import { FormDialog } from '#web/admin/layout/FormDialog.tsx'
import { UserField } from '#web/admin/users/UserField.tsx'
import type { PickedUser } from '#web/admin/users/UserField.tsx'
import { call } from '#web/app/call.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { NamePreview } from './NamePreview.tsx'
import { shownCss } from './style-form.ts'
import { stylesKey, stylesQuery } from './user-styles.data.ts'

/** Gives an active style to somebody, for good or until the end of a day. */
export function AssignDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const offered = useQuery(stylesQuery).data?.filter(({ is_active }) => is_active) ?? []
  const [user, setUser] = useState<PickedUser | null>(null)
  const [styleId, setStyleId] = useState('')
  const [day, setDay] = useState('')
  const [errors, setErrors] = useState<{ user?: string | undefined; style?: string | undefined }>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const style = offered.find(({ id }) => String(id) === styleId)

  async function assign() {
    setErrors({
      user: user ? undefined : 'Please select a user',
      style: style ? undefined : 'Please select a style',
    })
    if (!user || !style) return
    setBusy(true)
    setFailure(undefined)
    try {
      await call('POST /api/user-styles/assign', {
        body: { user_id: Number(user.id), style_id: style.id, expires_at: day ? endOfDay(day) : null },
      })
      void showToast({ type: 'success', title: 'Style assigned successfully!' })
      onClose()
      await queryClient.invalidateQueries({ queryKey: stylesKey })
    } catch (error) {
      setFailure(explain(error, 'Failed to assign style'))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title="Assign Style"
      label="Style assignment"
      submitLabel="Assign Style"
      busyText="Assigning..."
      isBusy={isBusy}
      isDirty={user !== null}
      failure={failure}
      onSubmit={assign}
      onClose={onClose}
      side={style && <NamePreview css={shownCss(style)} />}
    >
      <UserField
        value={user}
        error={errors.user}
        onChange={(next) => {
          setUser(next)
          setErrors({ ...errors, user: undefined })
        }}
      />
      <Select
        label="Style"
        placeholder="Choose a style"
        value={styleId}
        error={errors.style}
        onChange={({ currentTarget }) => {
          setStyleId(currentTarget.value)
          setErrors({ ...errors, style: undefined })
        }}
        options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextField
        type="date"
        label="Expires"
        isOptional
        hint="Empty is permanent."
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </FormDialog>
  )
}
