import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useDeferredValue } from 'react'

import { scriptLimits } from '#contract/script-limits.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { useComingSearch } from '#web/app/use-coming-search.ts'
import { useCategories } from '#web/categories/use-categories.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

import { ScriptGrid } from './ScriptGrid.tsx'
import { ScriptGridSkeleton } from './ScriptGridSkeleton.tsx'
import styles from './ScriptListPage.module.css'
import { ScriptListPages } from './ScriptListPages.tsx'
import { ScriptListTabs } from './ScriptListTabs.tsx'
import { readScriptListSearch } from './script-list-search.ts'
import { ScriptListTools } from './ScriptListTools.tsx'
import { scriptListQuery } from './scripts.data.ts'

// Made once: it is the same whatever list is shown.
const head = <PageHead title="Assets" text={<Introduction />} />

export function ScriptListPage() {
  const { pressed, search } = useComingSearch(useSearch({ from: '/scripts' }), readScriptListSearch)
  const list = useQuery(scriptListQuery(search))
  // Cards take a while to draw: a key that is typed meanwhile comes before them.
  const drawn = useDeferredValue(list.data)
  const shown = list.data?.scripts.length && drawn?.scripts.length ? drawn : list.data
  const isComing = pressed !== search || list.isPlaceholderData
  const isFiltered = Object.keys(search).some((key) => key !== 'page' && key !== 'sort')
  return (
    <div className="page-width">
      {head}
      <ScriptListTabs chosen={pressed.category ?? ''} search={search} facets={list.data?.facets} />
      <ScriptListTools search={pressed} list={list.data} />
      {shown && list.data && shown.scripts.length > 0 && (
        <>
          <ScriptGrid
            scripts={shown.scripts}
            label="Scripts"
            isStale={list.isPlaceholderData}
            isBusy={shown !== list.data || isComing}
          />
          <div className={styles.pages}>
            <ScriptListPages
              search={search}
              page={isComing ? (pressed.page ?? 1) : list.data.pagination.page}
              pageCount={list.data.pagination.totalPages}
            />
          </div>
        </>
      )}
      {shown?.scripts.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title="No scripts found"
          text={
            isFiltered
              ? 'Nothing matches all of these filters. Try fewer of them, or another word.'
              : 'Nobody has shared a script yet.'
          }
          action={
            isFiltered && (
              <Link to="/scripts" className={buttonClass({ variant: 'cta' })} onClick={focusSearchField}>
                Clear all filters
              </Link>
            )
          }
        />
      )}
      {list.isPending && <ScriptGridSkeleton count={scriptLimits.pageSize} />}
      {list.isError && !list.data && (
        <FailedState
          title="Failed to load scripts"
          text="The list could not be loaded. Please try again."
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
    </div>
  )
}

// The link goes away with the filters, and the focus must not fall back to the page.
function focusSearchField() {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}

function Introduction() {
  const total = useCategories().reduce((sum, { script_count }) => sum + script_count, 0)
  return total > 1
    ? `${fullNumber(total)} free scripts, maps and vehicles shared by the community.`
    : 'Free scripts, maps and vehicles shared by the community.'
}
