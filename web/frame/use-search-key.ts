import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Ctrl K leads to the header's search field, or to the page's own if it has one. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
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
  }, [navigate, field])
}
