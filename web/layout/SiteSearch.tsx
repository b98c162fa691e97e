import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'

import { SearchSuggestions } from './lazy.ts'
import type { SuggestionsHandle } from './SearchSuggestions.tsx'
import styles from './SiteSearch.module.css'

/** Works as a plain form before hydration; suggestions are loaded when it gets the focus. */
export function SiteSearch({
  label = 'Site',
  field: sharedField,
  hint,
  onSearch,
}: {
  label?: string
  field?: RefObject<HTMLInputElement | null>
  hint?: ReactNode
  /** Called after a search or a choice. */
  onSearch?: () => void
}) {
  const ownField = useRef<HTMLInputElement>(null)
  const field = sharedField ?? ownField
  const suggestions = useRef<SuggestionsHandle>(null)
  const listId = useId()
  const [text, setText] = useState('')
  const [isActive, setActive] = useState(false)
  // The active option: '' for an open list without one, undefined for a closed list.
  const [optionId, setOptionId] = useState<string>()
  const navigate = useNavigate()

  function setFieldText(value: string) {
    if (field.current) field.current.value = value
    setText(value)
  }
  return (
    <search aria-label={label}>
      <form
        action="/scripts"
        className={`row relative full framed round-md fill-1 faint tall min-h-md ${styles.search}`}
        onSubmit={(event) => {
          event.preventDefault()
          const q = text.trim()
          suggestions.current?.handleSearch()
          void navigate({ to: '/scripts', search: q ? { q } : {} })
          onSearch?.()
        }}
      >
        <Search />
        <input
          ref={field}
          type="text"
          enterKeyHint="search"
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
          onKeyDown={(event) => suggestions.current?.handleKeyDown(event)}
        />
        {hint}
        {isActive && (
          <Suspense>
            <SearchSuggestions
              ref={suggestions}
              text={text}
              listId={listId}
              onOption={setOptionId}
              onText={(value) => {
                setFieldText(value)
                onSearch?.()
              }}
            />
          </Suspense>
        )}
      </form>
    </search>
  )
}
