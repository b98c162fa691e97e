import { useLocation, useMatch } from '@tanstack/react-router'
import { useMemo } from 'react'

import { parseSearchText, writeSearchText } from './search-text.ts'

/**
 * The search of a page's address as soon as somebody has asked for it: the router's own follows with the page, a frame later,
 * and what was pressed is to be seen before that. The same object for as long as it says the same.
 */
export function useComingSearch<Search extends Record<string, unknown>>(
  shown: Search,
  read: (raw: Record<string, unknown>) => Search,
): Search {
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  // As text, which is the same text for as long as nothing changes; when the page is left, it keeps its own.
  const text = useLocation({
    select: ({ pathname, searchStr }) => (pathname === path ? searchStr : writeSearchText(shown)),
  })
  return useMemo(() => read(parseSearchText(text)), [text, read])
}
