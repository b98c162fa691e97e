import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Ctrl K focuses the page's search field, or the header's if the page has none. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
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
