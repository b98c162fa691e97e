import { useLocation, useMatch } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'

import { parseSearchText, writeSearchText } from './search-text.ts'

/**
 * The search of a page's address as soon as somebody has asked for it: the router's own follows with the page, and what was
 * pressed is to be seen before that. `pressed` is for the controls; what takes a while to draw goes by `search`, which
 * follows when they have been drawn. Each is the same object for as long as it says the same.
 */
export function useComingSearch<Search extends Record<string, unknown>>(
  shown: Search,
  read: (raw: Record<string, unknown>) => Search,
): { pressed: Search; search: Search } {
  // The router ends the path of a page that stands at its parent's address with a slash, which no address has.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/(.)\/$/, '$1') })
  // As text, which is the same text for as long as nothing changes; when the page is left, it keeps its own.
  const text = useLocation({
    select: ({ pathname, searchStr }) => (pathname === path ? searchStr : writeSearchText(shown)),
  })
  const pressed = useMemo(() => read(parseSearchText(text)), [text, read])
  return { pressed, search: useDeferredValue(pressed) }
}
