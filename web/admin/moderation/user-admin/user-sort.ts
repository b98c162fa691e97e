import type { UserSearch, userColumns } from '#web/admin/admin-search.ts'

type Column = (typeof userColumns)[number]

/** A click on the sorted column reverses the order; another column starts descending. Newest first is the default. */
export function nextSort(search: UserSearch, column: Column): Pick<UserSearch, 'sort' | 'order'> {
  const order = sortOf(search, column) === 'descending' ? 'asc' : undefined
  return { sort: column === 'created_at' && !order ? undefined : column, order }
}

export function sortOf(search: UserSearch, column: Column): 'ascending' | 'descending' | undefined {
  if ((search.sort ?? 'created_at') !== column) return undefined
  return search.order === 'asc' ? 'ascending' : 'descending'
}
