import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'

import styles from './HeaderSearch.module.css'
import type { SuggestionsHandle } from './SearchSuggestions.tsx'
import { useSearchKey } from './use-search-key.ts'

const SearchSuggestions = lazy(async () => ({
  default: (await import('./SearchSuggestions.tsx')).SearchSuggestions,
}))

/** A form like any other without scripts; what it suggests is loaded when somebody comes to it. */
export function HeaderSearch() {
  const field = useRef<HTMLInputElement>(null)
  const suggestions = useRef<SuggestionsHandle>(null)
  const listId = useId()
  const [text, setText] = useState('')
  const [isActive, setActive] = useState(false)
  // Of the option that the keys have led to: `''` while the list is open, undefined while it is not.
  const [optionId, setOptionId] = useState<string>()
  const navigate = useNavigate()
  useSearchKey(field)

  function show(shown: string) {
    if (field.current) field.current.value = shown
    setText(shown)
  }
  return (
    <search aria-label="Site">
      <form
        action="/scripts"
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          const q = text.trim()
          suggestions.current?.leave()
          void navigate({ to: '/scripts', search: q ? { q } : {} })
        }}
      >
        <Search />
        <input
          ref={field}
          type="search"
          name="q"
          maxLength={100}
          role="combobox"
          aria-label="Search scripts"
          aria-keyshortcuts="Control+K"
          aria-autocomplete="list"
          aria-expanded={optionId !== undefined}
          aria-controls={optionId === undefined ? undefined : listId}
          aria-activedescendant={optionId || undefined}
          placeholder="Search scripts"
          autoComplete="off"
          onFocus={() => setActive(true)}
          onBlur={() => setActive(false)}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setActive(true)
          }}
          onClick={() => suggestions.current?.open()}
          onKeyDown={(event) => suggestions.current?.press(event)}
        />
        <kbd aria-hidden="true">Ctrl K</kbd>
        {isActive && (
          <Suspense>
            <SearchSuggestions
              ref={suggestions}
              text={text}
              listId={listId}
              onOption={setOptionId}
              onText={show}
            />
          </Suspense>
        )}
      </form>
    </search>
  )
}
