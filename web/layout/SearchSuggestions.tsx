import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clock, Search, Trash2 } from 'lucide-react'
import { useEffect, useImperativeHandle, useState, type KeyboardEvent, type Ref, useRef } from 'react'

import type { FoundScript } from '#contract/scripts/scripts.ts'
import { callQuery } from '#web/app/call.ts'
import { scriptPath } from '#web/app/paths.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { ScriptCover } from '#web/scripts/script-lists/ScriptCover.tsx'

import styles from './SearchSuggestions.module.css'
import { rememberSearch, useRecentSearches, clearSearches } from './recent-searches.ts'
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
          No script has all of these words. These come closest:
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

const suggestionsQuery = (q: string) => ({
  ...callQuery(['scripts', 'suggestions', q], 'GET /api/scripts/search', {
    query: { q, limit: suggestionsMax },
  }),
  enabled: q !== '',
  retry: false,
  placeholderData: keepPreviousData,
})

/* oxlint-disable jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role --
   the focus stays in the field, which names the active option */

type Suggestion =
  | { kind: 'script'; script: FoundScript }
  | { kind: 'all'; text: string }
  | { kind: 'recent'; text: string }
  | { kind: 'clear' }

function SuggestionList({
  id,
  options,
  activeIndex,
  onScript,
  onSearch,
}: {
  id: string
  options: readonly Suggestion[]
  activeIndex: number
  onScript: () => void
  onSearch: (text: string) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const categories = useCategories()
  const [first] = options
  const isMixed = first?.kind === 'script' && !first.script.isPartialMatch
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Suggestions" className="grid gap-2px">
      {options.map((option, index) => {
        const isActive = index === activeIndex
        const common = {
          id: `${id}-${index}`,
          role: 'option',
          tabIndex: -1,
          className: `${styles.option} borderless text-left hover-fill row gap-3 full round-md pointer`,
          'aria-selected': isActive,
        }
        if (option.kind === 'script') {
          const { id: scriptId, name, image, category, author, isPartialMatch } = option.script
          return (
            <Link key={scriptId} {...common} to={scriptPath(scriptId)} onClick={onScript}>
              <span className={`${styles.cover} rigid clip round-sm fill-3`}>
                <ScriptCover
                  image={image}
                  category={categories.find((known) => known.name === category)}
                  loading="eager"
                />
              </span>
              <span className={`${styles.texts} leading-row grid min-0`}>
                <span className="strong">{name}</span>
                <span className="faint text-sm">
                  {isPartialMatch && isMixed && 'Some of these words · '}
                  {category} by {author}
                </span>
              </span>
            </Link>
          )
        }
        if (option.kind === 'clear')
          return (
            <button key="clear" {...common} type="button" onClick={clearSearches}>
              <Trash2 />
              Clear recent searches
            </button>
          )
        const { kind, text } = option
        return (
          <Link
            key={`${kind} ${text}`}
            {...common}
            to="/scripts"
            search={{ q: text }}
            onClick={() => onSearch(text)}
          >
            {kind === 'all' ? <Search /> : <Clock />}
            <span className={`${styles.texts} leading-row grid min-0`}>
              <span className="strong">{kind === 'all' ? 'See all results' : text}</span>
            </span>
          </Link>
        )
      })}
    </div>
  )
}
