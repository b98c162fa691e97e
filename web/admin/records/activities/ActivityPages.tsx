import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { parseActivitySearch } from '#web/admin/admin-search.ts'
import type { ActivitySearch } from '#web/admin/admin-search.ts'
import { buttonClass } from '#web/ui/button-class.ts'

export function ActivityPages({
  search,
  page,
  pageCount,
}: {
  search: ActivitySearch
  page: number
  pageCount: number
}) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pages" className="row centered gap-4 muted text-sm numeric">
      <Step search={search} page={page - 1} isOff={page <= 1}>
        <ChevronLeft />
        Previous
      </Step>
      <span>
        Page {page} of {pageCount}
      </span>
      <Step search={search} page={page + 1} isOff={page >= pageCount}>
        Next
        <ChevronRight />
      </Step>
    </nav>
  )
}

function Step({
  search,
  page,
  isOff,
  children,
}: {
  search: ActivitySearch
  page: number
  isOff: boolean
  children: ReactNode
}) {
  if (isOff)
    return (
      <button type="button" className={buttonClass()} disabled>
        {children}
      </button>
    )
  return (
    <Link
      to="/admin/activities"
      search={parseActivitySearch({ ...search, page })}
      className={buttonClass()}
      activeOptions={{ exact: true, explicitUndefined: true }}
    >
      {children}
    </Link>
  )
}
