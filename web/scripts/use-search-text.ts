import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { changedSearch, readScriptListSearch } from './script-list-search.ts'
import type { ScriptListSearch } from './script-list-search.ts'

const settlesAfterMs = 250

/**
 * The text of the search field, which runs ahead of the address by as long as somebody types. `over` names the
 * addresses' texts that it stands over: when the address says something else, as after Back, the address is right.
 */
export function useSearchText(search: ScriptListSearch) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<{ text: string; over: string[] } | null>(null)
  const current = search.q ?? ''
  const text = typed?.over.includes(current) ? typed.text : current

  const wanted = changedSearch(search, { q: text }).q ?? ''
  function send() {
    if (wanted === current) return
    setTyped({ text, over: [current, wanted] })
    void navigate({
      to: '/scripts',
      // Of the address as it is by now: a tab may have been pressed since these filters were drawn.
      search: (present) => changedSearch(readScriptListSearch(present), { q: text }),
      replace: true,
      resetScroll: false,
    })
  }
  useEffect(() => {
    const handle = setTimeout(send, settlesAfterMs)
    return () => clearTimeout(handle)
  })

  return { text, setText: (value: string) => setTyped({ text: value, over: [current] }), send }
}
