import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'

import { call } from '#web/app/call.ts'

import { rememberSearch, useRecentSearches } from './recent-searches.ts'
import styles from './SearchSuggestions.module.css'
import { SuggestionList } from './SuggestionList.tsx'
import type { Suggestion } from './SuggestionList.tsx'
import { useDebouncedValue } from './use-debounced-value.ts'

const suggestionsMax = 6

const debounceMs = 250

export type SuggestionsHandle = {
  open: () => void
  handleKeyDown: (event: KeyboardEvent) => void
  /** Remembers the text and closes the list. */
  handleSearch: () => void
}

/** Matching scripts or recent searches. The focus stays in the field; `onOption` reports the active option. */
export function SearchSuggestions({
  ref,
  text,
  listId,
  onOption,
  onText,
}: {
  ref: Ref<SuggestionsHandle>
  text: string
  listId: string
  onOption: (id: string | undefined) => void
  onText: (text: string) => void
}) {
  const searchText = text.trim()
  // Both apply to one text: typing resets them.
  const [active, setActive] = useState({ text, index: -1 })
  const [dismissedText, setDismissedText] = useState<string>()
  const debouncedText = useDebouncedValue(searchText, debounceMs)
  const suggestions = useQuery(suggestionsQuery(debouncedText))
  const recent = useRecentSearches()

  const options: Suggestion[] = searchText
    ? [
        ...(suggestions.data && debouncedText
          ? suggestions.data.map((script) => ({ kind: 'script' as const, script }))
          : []),
        { kind: 'all', text: searchText },
      ]
    : recent.length > 0
      ? [...recent.map((search) => ({ kind: 'recent' as const, text: search })), { kind: 'clear' }]
      : []
  const isOpen = options.length > 0 && dismissedText !== text
  const index = active.text === text && active.index < options.length ? active.index : -1
  const optionId = isOpen ? (index === -1 ? '' : `${listId}-${index}`) : undefined
  useEffect(() => onOption(optionId), [optionId, onOption])
  useEffect(() => () => onOption(undefined), [onOption])

  const open = () => setDismissedText(undefined)
  const close = () => setDismissedText(text)
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open()
      setActive({ text, index: stepIndex(index, event.key === 'ArrowDown' ? 1 : -1, options.length) })
    }
    if (event.key === 'Enter' && optionId) {
      event.preventDefault()
      document.querySelector<HTMLElement>(`#${CSS.escape(optionId)}`)?.click()
    }
    if (event.key === 'Escape') {
      // The first Escape closes the list, the second clears the field.
      event.preventDefault()
      if (isOpen) close()
      else onText('')
    }
  }
  function handleSearch(search = text) {
    rememberSearch(search)
    close()
  }
  useImperativeHandle(ref, () => ({ open, handleKeyDown, handleSearch: () => handleSearch() }))

  if (!isOpen) return null
  const isPartial = options[0]?.kind === 'script' && options[0].script.isPartialMatch === true
  const isSearching = searchText !== debouncedText || suggestions.isFetching
  return (
    <div
      className={`round-lg fill-1 vivid absolute framed-strong ${styles.popup} scroll`}
      // A click must not move the focus out of the field, which would close the list.
      onPointerDown={(event) => event.preventDefault()}
    >
      {!searchText && <p className={`${styles.title} faint text-sm`}>Recent searches</p>}
      {isPartial && (
        <p className={`${styles.title} faint text-sm`}>
          No script has all of these words. These have most of them:
        </p>
      )}
      <SuggestionList
        id={listId}
        options={options}
        activeIndex={index}
        onScript={() => {
          handleSearch()
          onText('')
          setDismissedText('')
        }}
        onSearch={(search) => {
          handleSearch(search)
          onText(search)
          setDismissedText(search)
        }}
      />
      {searchText && (
        <output className={`${styles.note} faint text-sm`}>
          {statusText(isSearching, suggestions.isError, options.length - 1)}
        </output>
      )}
    </div>
  )
}

function statusText(isSearching: boolean, hasFailed: boolean, count: number): string {
  if (isSearching) return 'Searching…'
  if (hasFailed) return 'Suggestions could not be loaded.'
  if (count === 0) return 'No scripts found'
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}

/** The option that an arrow key leads to; the last is followed by the first. -1 is no option. */
export function stepIndex(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (active === -1) return step === 1 ? 0 : count - 1
  return (active + step + count) % count
}

const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['scripts', 'suggestions', q],
    queryFn: ({ signal }) => call('GET /api/scripts/search', { query: { q, limit: suggestionsMax }, signal }),
    enabled: q !== '',
    retry: false,
    placeholderData: keepPreviousData,
  })
