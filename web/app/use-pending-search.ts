import { useLocation, useMatch } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'

import { parseSearchText, writeSearchText } from './search-text.ts'

/**
 * The search parameters that a click requested, before the router has loaded them. Controls use `pendingSearch`;
 * expensive content uses `search`, the deferred value. Both keep their identity while their content is the same.
 */
export function usePendingSearch<Search extends Record<string, unknown>>(
  currentSearch: Search,
  parse: (raw: Record<string, unknown>) => Search,
): { pendingSearch: Search; search: Search } {
  // An index route's match has a trailing slash, its location does not.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/(.)\/$/, '$1') })
  // A string, so that the selection is stable. On another page the search stays the last one of this page.
  const text = useLocation({
    select: ({ pathname, searchStr }) => (pathname === path ? searchStr : writeSearchText(currentSearch)),
  })
  const pendingSearch = useMemo(() => parse(parseSearchText(text)), [text, parse])
  return { pendingSearch, search: useDeferredValue(pendingSearch) }
}
