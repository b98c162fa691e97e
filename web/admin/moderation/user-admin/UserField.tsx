import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { Avatar } from '#web/ui/Avatar.tsx'
import { ComboField, type ComboOption } from '#web/ui/ComboField.tsx'

import { userMatchesQuery } from './users.data.ts'

export type PickedUser = ComboOption

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
  const search = useDeferredValue(text.trim())
  const matches = useQuery(userMatchesQuery(search))
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
      emptyText={
        matches.isFetching ? 'Searching…' : matches.isError ? 'Failed to fetch users' : 'No users found'
      }
      error={error}
    />
  )
}
