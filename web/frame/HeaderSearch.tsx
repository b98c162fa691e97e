import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'

import styles from './HeaderSearch.module.css'

/** A form like any other without scripts; Ctrl K leads here, or to the page's own search field if it has one. */
export function HeaderSearch() {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      const own = document.querySelector<HTMLInputElement>('main input[type="search"]')
      const wanted = own ?? field.current
      if (!wanted?.checkVisibility()) {
        void navigate({ to: '/scripts' })
        return
      }
      wanted.focus()
      wanted.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])

  return (
    <search aria-label="Site">
      <form
        action="/scripts"
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          const q = field.current?.value.trim()
          field.current?.blur()
          void navigate({ to: '/scripts', search: q ? { q } : {} })
        }}
      >
        <Search />
        <input
          ref={field}
          type="search"
          name="q"
          maxLength={100}
          aria-label="Search scripts"
          aria-keyshortcuts="Control+K"
          placeholder="Search scripts"
          autoComplete="off"
        />
        <kbd aria-hidden="true">Ctrl K</kbd>
      </form>
    </search>
  )
}
