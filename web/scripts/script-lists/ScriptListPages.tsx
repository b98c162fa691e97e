import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { Pagination } from '#web/ui/Pagination.tsx'

import { withPage } from './script-list-search.ts'
import type { ScriptListSearch } from './script-list-search.ts'

/** Memoized: it renders only if the page or the number of pages changes. */
export const ScriptListPages = memo(function ScriptListPages({
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
      renderLink={(at, props) => (
        <Link
          to="/scripts"
          search={withPage(search, at)}
          activeOptions={{ exact: true, explicitUndefined: true }}
          {...props}
        />
      )}
    />
  )
})
