import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect, memo } from 'react'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'

import { ScriptGrid, ScriptListTabs } from './grid-lazy.ts'
import { ScriptGridSkeleton } from './ScriptGridSkeleton.tsx'
import { defaultSort, parseScriptListSearch, withPage, type ScriptListSearch } from './script-list-search.ts'
import { EmptyList, ScriptListTools } from './ScriptListTools.tsx'
import { scriptListQuery } from './scripts.data.ts'

/** Memoized: it renders only if the page or the number of pages changes. */
const ScriptListPages = memo(function ScriptListPages({
  search,
  page,
  pageCount,
}: {
  search: ScriptListSearch
  page: number
  pageCount: number
}) {
  return (
    <Pagination
      page={page}
      pageCount={pageCount}
      renderLink={(pageNumber, props) => (
        <Link
          to="/scripts"
          search={withPage(search, pageNumber)}
          activeOptions={{ exact: true, explicitUndefined: true }}
          {...props}
        />
      )}
    />
  )
})

// A constant element, so that a new list does not re-render it.
const head = <PageHead title="Scripts" text={<Introduction />} />

export function ScriptListPage() {
  const { pendingSearch, search } = usePendingSearch(useSearch({ from: '/scripts' }), parseScriptListSearch)
  const list = useQuery(scriptListQuery(search))
  // Rendering the cards takes long: typing interrupts it.
  const deferred = useDeferredValue(list.data)
  const displayed = list.data?.scripts.length && deferred?.scripts.length ? deferred : list.data
  const isPending = pendingSearch !== search || list.isPlaceholderData
  const currentName = list.data?.category ?? search.category
  useCurrentName(search, list.isPlaceholderData ? undefined : currentName)
  const filters = Object.keys(search).filter((key) => key !== 'page' && key !== 'sort')
  const isSearchOnly = filters.length === 1 && search.q !== undefined
  const isFiltered = filters.length > 0
  return (
    <div className="page-width">
      {head}
      <Suspense fallback={<div style={{ height: 47 }} />}>
        <ScriptListTabs
          currentCategory={(isPending ? pendingSearch.category : currentName) ?? ''}
          search={search}
          facets={list.data?.facets}
        />
      </Suspense>
      <ScriptListTools search={pendingSearch} list={list.data} />
      {/* For the skip link. */}
      <div id="results" tabIndex={-1} />
      {displayed && list.data && displayed.scripts.length > 0 && (
        <>
          {list.data.isPartialMatch && (
            <div className="pb-5">
              <h2 className="text-lg">No script has all of these words</h2>
              <p className="muted">These come closest.</p>
            </div>
          )}
          <Suspense fallback={<ScriptGridSkeleton count={displayed.scripts.length} />}>
            <ScriptGrid
              scripts={displayed.scripts}
              label="Scripts"
              isStale={list.isPlaceholderData}
              isBusy={displayed !== list.data || isPending}
              date={(search.sort ?? defaultSort(search)) === 'newest' ? 'createdAt' : 'updatedAt'}
            />
          </Suspense>
          {displayed.more && (
            <section aria-labelledby="more-scripts" className="grid gap-5 pt-10">
              <h2 id="more-scripts" className="text-lg">
                More scripts with some of these words
              </h2>
              <Suspense fallback={<ScriptGridSkeleton count={displayed.more.length} />}>
                <ScriptGrid
                  scripts={displayed.more}
                  label="More scripts"
                  isStale={list.isPlaceholderData}
                  isBusy={displayed !== list.data || isPending}
                  date="updatedAt"
                />
              </Suspense>
            </section>
          )}
          <div className="pt-10">
            <ScriptListPages
              search={search}
              page={isPending ? (pendingSearch.page ?? 1) : list.data.pagination.page}
              pageCount={list.data.pagination.totalPages}
            />
          </div>
        </>
      )}
      {displayed?.scripts.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title="No scripts found"
          text={
            isSearchOnly
              ? `Nothing matches “${search.q}”. Check the spelling, or try another word.`
              : isFiltered
                ? 'Nothing matches all of these filters. Try fewer of them, or another word.'
                : 'Nobody has shared a script yet.'
          }
          action={
            isFiltered && (
              <>
                {!isSearchOnly && (
                  <Suspense>
                    <EmptyList search={search} />
                  </Suspense>
                )}
                <Link to="/scripts" className={buttonClass({ variant: 'cta' })} onClick={focusSearchField}>
                  {isSearchOnly ? 'Show all scripts' : 'Clear all filters'}
                </Link>
              </>
            )
          }
        />
      )}
      {list.isPending && <ScriptGridSkeleton count={scriptLimits.pageSize} />}
      {list.isError && !list.data && (
        <FailedState
          title="Failed to load scripts"
          text="The list could not be loaded. Please try again."
          query={list}
        />
      )}
    </div>
  )
}

/** A link may have a former name of a category. */
function useCurrentName(search: ScriptListSearch, category: string | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (category !== undefined && search.category !== undefined && category !== search.category)
      void navigate({ to: '/scripts', search: { ...search, category }, replace: true, resetScroll: false })
  }, [category, search, navigate])
}

// The link is removed with the filters, which would drop the focus.
function focusSearchField() {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}

function Introduction() {
  const total = useCategories().reduce((sum, { script_count }) => sum + script_count, 0)
  return total > 1
    ? `${fullNumber(total)} free scripts, maps and vehicles shared by the community.`
    : 'Free scripts, maps and vehicles shared by the community.'
}
