import type { UserSearch, userColumns } from '#web/admin/admin-search.ts'

type Column = (typeof userColumns)[number]

/** A press on the sorted column turns it round, one on another starts it descending. */
export function nextSort(search: UserSearch, column: Column): Pick<UserSearch, 'sort' | 'order'> {
  const isTurned = search.sort === column && search.order !== 'asc'
  return { sort: column, order: isTurned ? 'asc' : undefined }
}

export function sortOf(search: UserSearch, column: Column): 'ascending' | 'descending' | undefined {
  if (search.sort !== column) return undefined
  return search.order === 'asc' ? 'ascending' : 'descending'
}
