import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { Avatar } from '#web/ui/Avatar.tsx'
import type { ComboOption } from '#web/ui/combo-option.ts'
import { ComboField } from '#web/ui/ComboField.tsx'

import { userMatchesQuery } from './users.data.ts'

export type PickedUser = ComboOption

/** Picks somebody by name or address, among at most ten that match. */
export function UserField({
  value,
  onChange,
  error,
}: {
  value: PickedUser | null
  onChange: (user: PickedUser | null) => void
  error?: string | undefined
}) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const matches = useQuery(userMatchesQuery(wanted))
  return (
    <ComboField
      label="User"
      placeholder="Search by username or email"
      options={(matches.data ?? []).map(({ id, username, email, avatar_url }) => ({
        id: String(id),
        label: username,
        note: email,
        icon: <Avatar name={username} src={avatar_url} size="xs" />,
      }))}
      value={value}
      onChange={onChange}
      onSearch={setText}
      isSearching={matches.isFetching}
      emptyText={matches.isError ? 'Failed to fetch users' : 'No users found'}
      error={error}
    />
  )
}
