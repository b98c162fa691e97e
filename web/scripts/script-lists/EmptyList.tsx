import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { fullNumber } from '#web/app/short-number.ts'

import { activeFiltersOf } from './active-filters.ts'
import styles from './ScriptListTools.module.css'
import { withFilters } from './script-list-search.ts'
import type { FilterChange, ScriptListSearch } from './script-list-search.ts'
import { scriptTotalQuery } from './scripts.data.ts'

/** For each filter how many scripts there are without it, as soon as that is known. */
export function EmptyList({ search }: { search: ScriptListSearch }) {
  const { q, category } = search
  const filters: { label: string; without: FilterChange }[] = [
    ...(q === undefined ? [] : [{ label: q, without: { q: undefined } }]),
    ...(category === undefined ? [] : [{ label: category, without: { category: undefined } }]),
    ...activeFiltersOf(search),
  ]
  const totals = useQueries({
    queries: filters.map(({ without }) => scriptTotalQuery(withFilters(search, without))),
  })
  return (
    <ul className={`grid gap-2 mb-2 break full-row ${styles.removals}`} aria-label="Remove a filter">
      {filters.map(({ label, without }, index) => {
        const total = totals[index]?.data
        return (
          <li key={label}>
            <Link to="/scripts" search={withFilters(search, without)} resetScroll={false}>
              Remove “{label}”
            </Link>
            {total !== undefined && `: ${total === 1 ? '1 script' : `${fullNumber(total)} scripts`}`}
          </li>
        )
      })}
    </ul>
  )
}
