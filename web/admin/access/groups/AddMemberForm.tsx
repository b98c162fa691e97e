import { useState } from 'react'

import { UserField } from '#web/admin/moderation/user-admin/UserField.tsx'
import type { PickedUser } from '#web/admin/moderation/user-admin/UserField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { endOfDay } from './end-of-day.ts'
import styles from './GroupDialog.module.css'

export function AddMemberForm({
  isBusy,
  onAdd,
}: {
  isBusy: boolean
  /** Calls `clear` when the user was added; a rejected form keeps its content. */
  onAdd: (userId: number, expiresAt: string | null, clear: () => void) => void
}) {
  const [user, setUser] = useState<PickedUser | null>(null)
  const [error, setError] = useState<string>()
  const [day, setDay] = useState('')
  function add() {
    if (!user) return setError('Please select a user')
    return onAdd(Number(user.id), day ? endOfDay(day) : null, () => {
      setUser(null)
      setDay('')
    })
  }
  return (
    <form
      noValidate
      aria-label="New member"
      className={`${styles.add} grid gap-3 line-below`}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <UserField
        value={user}
        error={error}
        onChange={(next) => {
          setUser(next)
          setError(undefined)
        }}
      />
      <TextField
        type="date"
        label="Until"
        isOptional
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Button type="submit" isBusy={isBusy}>
        Add Member
      </Button>
    </form>
  )
}
