import type { Pagination } from '#contract/platform/fields.ts'

/** The number of the last page when the requested page is beyond it. An empty list has one page, the first. */
export function pageBeyondEnd({ page, totalPages }: Pagination): number | undefined {
  const lastPage = Math.max(1, totalPages)
  return page > lastPage ? lastPage : undefined
}

/** The page of a list, or its last one when the number is too high; `pagination.page` is its number. */
export async function readPage<List extends { pagination: Pagination }>(
  page: number | undefined,
  read: (page: number | undefined) => Promise<List>,
): Promise<List> {
  const list = await read(page)
  const last = pageBeyondEnd(list.pagination)
  return last === undefined ? list : read(last)
}
