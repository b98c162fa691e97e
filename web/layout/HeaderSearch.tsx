import { useRef, useEffect } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'

import styles from './HeaderSearch.module.css'
import { SiteSearch } from './SiteSearch.tsx'

export function HeaderSearch() {
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  return (
    <div className={`${styles.search} h-md`}>
      <SiteSearch
        field={field}
        hint={
          <kbd className="rigid" aria-hidden="true">
            Ctrl K
          </kbd>
        }
      />
    </div>
  )
}

/** Ctrl K focuses the page's search field, or the header's if the page has none. */
function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      const pageField = document.querySelector<HTMLInputElement>('main input[type="search"]')
      const target = pageField ?? field.current
      if (!target?.checkVisibility()) {
        void navigate({ to: '/scripts' })
        return
      }
      target.focus()
      target.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, field])
}
