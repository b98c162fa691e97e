import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { Pagination } from '#web/ui/Pagination.tsx'

import { atPage } from './script-list-search.ts'
import type { ScriptListSearch } from './script-list-search.ts'

/** The pages of a list. Drawn anew only when one of them is asked for, or when there are others. */
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
          search={atPage(search, at)}
          activeOptions={{ exact: true, explicitUndefined: true }}
          {...props}
        />
      )}
    />
  )
})
