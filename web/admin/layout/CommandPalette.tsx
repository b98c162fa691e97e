import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'

import { hasPermission, useSession } from '#web/app/session.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { adminEntries } from './admin-entries.ts'
import styles from './CommandPalette.module.css'

/** Finds screens by name, or searches the users. Enter opens the first result. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const lowerCased = text.trim().toLowerCase()
  const screens = adminEntries(session).filter(({ label }) => label.toLowerCase().includes(lowerCased))
  const q = text.trim()
  const users = { to: '/admin/users', search: { q }, label: `Search users for “${q}”`, icon: Search } as const
  const maySearch = lowerCased !== '' && hasPermission(session, 'admin.users.list')
  const results = [...screens.map((screen) => ({ ...screen, search: {} })), ...(maySearch ? [users] : [])]
  function openFirst() {
    const [first] = results
    if (!first) return
    void navigate({ to: first.to, search: first.search })
    onClose()
  }
  return (
    <Dialog onClose={onClose} title="Go to">
      <form
        className="grid gap-3"
        aria-label="Go to"
        onSubmit={(event) => {
          event.preventDefault()
          openFirst()
        }}
      >
        <TextField
          type="search"
          label="Screen or user"
          isLabelHidden
          icon={<Search />}
          placeholder="Search for a page or a user"
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
          autoFocus
        />
        <ul className={`${styles.list} grid gap-2px`}>
          {results.map(({ to, search, label, icon: Icon }) => (
            <li key={label}>
              <Link
                to={to}
                search={search}
                className={`${styles.entry} min-h-md pad-0-3 row gap-3 round-md muted medium break`}
                onClick={onClose}
              >
                <Icon />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}
