import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Focuses `main` after a change of path, as loading a document would. A change of search parameters keeps the focus,
 * except for another page of a list: that scrolls up, away from the link.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        if (!fromLocation) return
        if (pathChanged) main.current?.focus({ preventScroll: true })
        else if (pageOf(fromLocation) !== pageOf(toLocation) && isFocusOnPages())
          (document.querySelector<HTMLElement>('#results') ?? main.current)?.focus({ preventScroll: true })
      }),
    [router],
  )
  return main
}

const pageOf = ({ search }: { search: { page?: unknown } }) => search.page

/** Also if the link is gone, as "Next" is on the last page. */
function isFocusOnPages(): boolean {
  const focused = document.activeElement
  return focused === document.body || Boolean(focused?.closest('nav[aria-label="Pagination"]'))
}
