import { useQuery } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'

import { stepIndex } from '#web/ui/combo-option.ts'

import { rememberSearch, useRecentSearches } from './recent-searches.ts'
import styles from './SearchSuggestions.module.css'
import { SuggestionList } from './SuggestionList.tsx'
import type { Suggestion } from './SuggestionList.tsx'
import { suggestionsQuery } from './suggestions.data.ts'
import { useSettled } from './use-settled.ts'

const settlesAfterMs = 250

export type SuggestionsHandle = {
  open: () => void
  press: (event: KeyboardEvent) => void
  /** The text is searched for: it is remembered, and the list closes. */
  leave: () => void
}

/**
 * What the header's search field offers while it has the focus: matching scripts, or the searches of before. The
 * focus stays in the field, which is told by `onOption` where the arrow keys are.
 */
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
  const wanted = text.trim()
  // Both are forgotten with the next letter.
  const [active, setActive] = useState({ text, index: -1 })
  const [dismissedText, setDismissedText] = useState<string>()
  const settled = useSettled(wanted, settlesAfterMs)
  const found = useQuery(suggestionsQuery(settled))
  const recent = useRecentSearches()

  const options: Suggestion[] = wanted
    ? [
        ...(found.data && settled ? found.data.map((script) => ({ kind: 'script' as const, script })) : []),
        { kind: 'all', text: wanted },
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
  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open()
      setActive({ text, index: stepIndex(index, event.key === 'ArrowDown' ? 1 : -1, options.length) })
    }
    if (event.key === 'Enter' && optionId) {
      event.preventDefault()
      document.querySelector<HTMLElement>(`#${CSS.escape(optionId)}`)?.click()
    }
    if (event.key === 'Escape' && isOpen) {
      // The first press closes the list, the next one empties the field.
      event.preventDefault()
      close()
    }
  }
  function leave(remembered = text) {
    rememberSearch(remembered)
    close()
  }
  useImperativeHandle(ref, () => ({ open, press, leave: () => leave() }))

  if (!isOpen) return null
  const isSearching = wanted !== settled || found.isFetching
  return (
    <div
      className={styles.popup}
      // A press must not take the focus out of the field: losing it closes the list.
      onPointerDown={(event) => event.preventDefault()}
    >
      {!wanted && <p className={styles.title}>Recent searches</p>}
      <SuggestionList
        id={listId}
        options={options}
        activeIndex={index}
        onScript={() => {
          leave()
          onText('')
          setDismissedText('')
        }}
        onSearch={(search) => {
          leave(search)
          onText(search)
          setDismissedText(search)
        }}
      />
      {wanted && (
        <output className={styles.note}>{noteOf(isSearching, found.isError, options.length - 1)}</output>
      )}
    </div>
  )
}

function noteOf(isSearching: boolean, hasFailed: boolean, count: number): string {
  if (isSearching) return 'Searching…'
  if (hasFailed) return 'Suggestions could not be loaded.'
  if (count === 0) return 'No scripts found'
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}
