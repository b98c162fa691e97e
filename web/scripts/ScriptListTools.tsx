import { useNavigate } from '@tanstack/react-router'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { memo, useId, useRef, useState } from 'react'

import type { ScriptSort } from '#contract/script-limits.ts'
import type { ScriptList } from '#contract/scripts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { areSameFilters, changedSearch, readScriptListSearch } from './script-list-search.ts'
import type { ScriptListSearch } from './script-list-search.ts'
import styles from './ScriptListTools.module.css'
import { ScriptCount } from './ScriptCount.tsx'
import { useSearchText } from './use-search-text.ts'

const sortNames: { value: ScriptSort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'popular', label: 'Most Popular' },
  { value: 'downloads', label: 'Most Downloads' },
  { value: 'views', label: 'Most Viewed' },
]

/**
 * Search and filters. It is a form of the page's own address, so it also works before and without scripts. What is pressed
 * elsewhere, a tab or another page, is answered without them: they follow with the list that it brings.
 */
export const ScriptListTools = memo(
  Tools,
  (before, now) =>
    before.list === now.list && areSameFilters(before.search, now.search, { category: undefined }),
)

function Tools({ search, list }: { search: ScriptListSearch; list: ScriptList | undefined }) {
  const navigate = useNavigate()
  const filtersId = useId()
  const field = useRef<HTMLInputElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const { text, setText, send } = useSearchText(search)
  const activeCount = [search.status, search.sort, search.tag, search.author].filter(Boolean).length
  const [chosenOpen, setChosenOpen] = useState<boolean | null>(null)
  const isOpen = chosenOpen ?? activeCount > 0

  function change(filter: Parameters<typeof changedSearch>[1]) {
    void navigate({
      to: '/scripts',
      // Of the address as it is by now, category and all.
      search: (present) => changedSearch(readScriptListSearch(present), filter),
      resetScroll: false,
    })
  }

  /** The control that was pressed goes with its filter; the toggle, which counts them, takes the focus. */
  function takeAway(filter: Parameters<typeof changedSearch>[1]) {
    toggle.current?.focus()
    change(filter)
  }

  const statuses = new Set(list?.facets.statuses.map(({ name }) => name))
  if (search.status) statuses.add(search.status)
  return (
    <search aria-label="Scripts" className={styles.tools}>
      <form
        action="/scripts"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {(['category', 'tag', 'author'] as const).map(
          (name) => search[name] && <input key={name} type="hidden" name={name} value={search[name]} />,
        )}
        <div className={styles.row}>
          <div className={styles.field} id="search">
            <TextField
              ref={field}
              label="Search scripts"
              isLabelHidden
              type="search"
              name="q"
              maxLength={100}
              autoComplete="off"
              placeholder="Search by name, tag or author"
              icon={<Search />}
              value={text}
              onChange={(event) => setText(event.target.value)}
              end={
                text && (
                  <IconButton
                    label="Clear search"
                    icon={<X />}
                    size="sm"
                    onClick={() => {
                      field.current?.focus()
                      setText('')
                    }}
                  />
                )
              }
            />
          </div>
          <Button
            ref={toggle}
            className={styles.toggle}
            icon={<SlidersHorizontal />}
            aria-expanded={isOpen}
            aria-controls={filtersId}
            onClick={() => setChosenOpen(!isOpen)}
          >
            <span className={styles.toggleText}>Filters</span>
            {activeCount > 0 && (
              <span className={styles.badge}>
                {activeCount}
                <span className="visually-hidden"> active</span>
              </span>
            )}
          </Button>
          <Button type="submit" className={styles.withoutScripts}>
            Search
          </Button>
        </div>
        <div className={styles.filters}>
          <div id={filtersId} className={styles.choices} data-closed={!isOpen || undefined}>
            <Select
              label="Status"
              name="status"
              layout="inline"
              isSet={search.status !== undefined}
              value={search.status ?? ''}
              options={[
                { value: '', label: 'All' },
                ...[...statuses].map((status) => ({ value: status, label: status })),
              ]}
              onChange={(event) => change({ status: event.target.value || undefined })}
            />
            <Select
              label="Sort"
              name="sort"
              layout="inline"
              isSet={search.sort !== undefined}
              value={search.sort ?? 'newest'}
              options={sortNames}
              onChange={(event) => change({ sort: event.target.value })}
            />
            {search.tag && (
              <Chip label={`Tag: ${search.tag}`} onRemove={() => takeAway({ tag: undefined })} />
            )}
            {search.author && (
              <Chip label={`By ${search.author}`} onRemove={() => takeAway({ author: undefined })} />
            )}
            {activeCount > 0 && (
              <Button
                variant="ghost"
                size="sm"
                icon={<X />}
                onClick={() =>
                  takeAway({ status: undefined, sort: undefined, tag: undefined, author: undefined })
                }
              >
                Reset
              </Button>
            )}
          </div>
          <ScriptCount pagination={list?.pagination} isShown={isOpen} />
        </div>
      </form>
    </search>
  )
}
