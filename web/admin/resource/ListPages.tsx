import { Link } from '@tanstack/react-router'

import type { Pagination as Pages } from '#contract/platform/fields.ts'
import { Pagination } from '#web/ui/Pagination.tsx'

/** Links to the pages of a list whose page is in the URL. */
export function ListPages({
  pagination,
  requested = 1,
  isStale,
}: {
  pagination: Pages | undefined
  /** The page of the URL, shown until the list is loaded. */
  requested: number | undefined
  isStale: boolean
}) {
  if (!pagination) return null
  return (
    <Pagination
      page={isStale ? requested : pagination.page}
      pageCount={pagination.totalPages}
      renderLink={(page, props) => (
        <Link
          to="."
          search={(present) => ({ ...present, page: page > 1 ? page : undefined })}
          activeOptions={{ exact: true, explicitUndefined: true }}
          {...props}
        />
      )}
    />
  )
}
