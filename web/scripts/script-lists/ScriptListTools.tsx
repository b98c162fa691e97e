import { useNavigate } from '@tanstack/react-router'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import type { RequestedSort } from '#contract/scripts/script-limits.ts'
import type { ScriptList } from '#contract/scripts/script-filters.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { fullNumber } from '#web/app/short-number.ts'

import { defaultSort, sameFilters, withFilters, parseScriptListSearch } from './script-list-search.ts'
import type { FilterChange, ScriptListSearch } from './script-list-search.ts'
import styles from './ScriptListTools.module.css'
import { scriptSortNames } from './sort-names.ts'

const debounceMs = 250

const sortNames: { value: RequestedSort; label: string }[] = [
  { value: 'best', label: 'Best match' },
  ...scriptSortNames,
]

/** The browser loads them after the first load, during which the markup of the server stays. */
const loadListParts = () => import('./ScriptListFilters.tsx')
const rendered = import.meta.env.SSR ? await loadListParts() : undefined
const ScriptListFilters =
  rendered?.ScriptListFilters ?? lazy(async () => ({ default: (await loadListParts()).ScriptListFilters }))
const ActiveFilters =
  rendered?.ActiveFilters ?? lazy(async () => ({ default: (await loadListParts()).ActiveFilters }))
export const EmptyList =
  rendered?.EmptyList ?? lazy(async () => ({ default: (await loadListParts()).EmptyList }))

/**
 * Search and filters: a form of the page's own URL, so that it works without JavaScript. Memoized: a click on a tab or
 * a page renders it with the new list, not before.
 */
export const ScriptListTools = memo(
  Tools,
  (before, now) =>
    before.list === now.list && sameFilters(before.search, now.search, { category: undefined }),
)

function Tools({ search, list }: { search: ScriptListSearch; list: ScriptList | undefined }) {
  const navigate = useNavigate()
  const filtersId = useId()
  const field = useRef<HTMLInputElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const { text, setText, send } = useSearchText(search)
  const activeCount = Object.keys(search).filter((key) => !['q', 'category', 'page'].includes(key)).length
  const [openChoice, setOpenChoice] = useState<boolean | null>(null)
  // Undefined leaves it to the styles, because the server does not know the width.
  const choice = openChoice ?? undefined
  const isWide = useSyncExternalStore(subscribe, isScreenWide, () => true)
  const isOpen = choice ?? isWide

  const changeFilter = useCallback(
    (filter: FilterChange) =>
      void navigate({
        to: '/scripts',
        // Based on the current URL, which may have changed since the last render.
        search: (present) => withFilters(parseScriptListSearch(present), filter),
        resetScroll: false,
      }),
    [navigate],
  )

  const statuses = new Set(list?.facets.statuses.map(({ name }) => name))
  if (search.status) statuses.add(search.status)
  return (
    <search aria-label="Scripts" className={`${styles.tools} block`}>
      <form
        action="/scripts"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {search.tag && <input type="hidden" name="tags" value={search.tag} />}
        {(['category', 'tags', 'author'] as const).map(
          (name) => search[name] && <input key={name} type="hidden" name={name} value={search[name]} />,
        )}
        <div className={`${styles.row} flex gap-3`}>
          <div className="grow min-0" id="search">
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
            onClick={() => setOpenChoice(!isOpen)}
          >
            <span className="phone-hidden">Filters</span>
            {activeCount > 0 && (
              <span className={`text-center ${styles.badge}`}>
                {activeCount}
                <span className="visually-hidden"> active</span>
              </span>
            )}
          </Button>
          <Button type="submit" formMethod="get" className={styles.withoutScripts}>
            Search
          </Button>
        </div>
        <div className="row wrap between gap-3">
          <div id={filtersId} className={`${styles.choices} row wrap gap-3 mt-3`} data-open={choice}>
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
              onChange={(event) => changeFilter({ status: event.target.value || undefined })}
            />
            <Select
              label="Sort"
              name="sort"
              layout="inline"
              isSet={search.sort !== undefined}
              value={search.sort ?? defaultSort(search)}
              options={sortNames.filter(({ value }) => value !== 'best' || search.q)}
              onChange={(event) => changeFilter({ sort: event.target.value })}
            />
            <Suspense>
              <ScriptListFilters search={search} list={list} onChange={changeFilter} />
            </Suspense>
          </div>
          <ScriptCount pagination={list?.pagination} />
        </div>
        <Suspense>
          {/* The clicked link is removed with its filter: the toggle takes the focus. */}
          <ActiveFilters search={search} onRemove={() => toggle.current?.focus()} />
        </Suspense>
      </form>
    </search>
  )
}

// As in the styles.
const isScreenWide = () => innerWidth > 1199

function subscribe(notify: () => void) {
  addEventListener('resize', notify)
  return () => removeEventListener('resize', notify)
}

function ScriptCount({ pagination }: { pagination: ScriptList['pagination'] | undefined }) {
  return <output className="block mt-3 faint text-sm numeric">{pagination && rangeOf(pagination)}</output>
}

function rangeOf({ page, limit, total }: ScriptList['pagination']) {
  if (total === 0) return 'No scripts'
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  return (
    <>
      <b className="vivid strong">
        {fullNumber(first)}–{fullNumber(last)}
      </b>{' '}
      of <b className="vivid strong">{fullNumber(total)}</b> {total === 1 ? 'script' : 'scripts'}
    </>
  )
}

/**
 * The text of the search field, which is ahead of the URL while the user types. It is valid over the URL texts in
 * `over`; with another URL, as after Back, the field shows the text of the URL.
 */
function useSearchText(search: ScriptListSearch) {
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
