import { useNavigate } from '@tanstack/react-router'

/** Changes search parameters of the screen. The list starts with its first page again. */
export function useFilter<Search extends Record<string, unknown>>(
  search: Search,
  parse: (raw: Record<string, unknown>) => Search,
) {
  const navigate = useNavigate()
  return (change: Record<string, unknown>, replace = false) =>
    void navigate({
      to: '.',
      search: () => parse({ ...search, page: undefined, ...change }),
      replace,
      resetScroll: false,
    })
}
