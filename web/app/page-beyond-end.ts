import type { Pagination } from '#contract/platform/fields.ts'

/** The number of the last page when the requested page is beyond it. An empty list has one page, the first. */
export function pageBeyondEnd({ page, totalPages }: Pagination): number | undefined {
  const lastPage = Math.max(1, totalPages)
  return page > lastPage ? lastPage : undefined
}
