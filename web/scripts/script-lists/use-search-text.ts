import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { withFilters, parseScriptListSearch } from './script-list-search.ts'
import type { ScriptListSearch } from './script-list-search.ts'

const debounceMs = 250

/**
 * The text of the search field, which is ahead of the URL while the user types. It is valid over the URL texts in
 * `over`; with another URL, as after Back, the field shows the text of the URL.
 */
export function useSearchText(search: ScriptListSearch) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<{ text: string; over: string[] } | null>(null)
  const current = search.q ?? ''
  const text = typed?.over.includes(current) ? typed.text : current

  const next = withFilters(search, { q: text }).q ?? ''
  function send() {
    if (next === current) return
    setTyped({ text, over: [current, next] })
    void navigate({
      to: '/scripts',
      // Based on the current URL, which may have changed since the last render.
      search: (present) => withFilters(parseScriptListSearch(present), { q: text }),
      replace: true,
      resetScroll: false,
    })
  }
  useEffect(() => {
    const handle = setTimeout(send, debounceMs)
    return () => clearTimeout(handle)
  })

  return { text, setText: (value: string) => setTyped({ text: value, over: [current] }), send }
}
