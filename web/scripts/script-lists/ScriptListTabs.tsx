import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import type { ScriptList } from '#contract/scripts/script-filters.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { CategoryIcon } from '#web/scripts/categories/CategoryIcon.tsx'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { Tabs } from '#web/ui/Tabs.tsx'

import { sameFilters, withFilters, type ScriptListSearch } from './script-list-search.ts'

/** Categories with the number of scripts that match the other filters. Another page does not render them again. */
export const ScriptListTabs = memo(
  CategoryTabs,
  (before, now) =>
    before.currentCategory === now.currentCategory &&
    before.facets === now.facets &&
    sameFilters(before.search, now.search),
)

function CategoryTabs({
  currentCategory,
  search,
  facets,
}: {
  /** The clicked category; the other filters and the counts follow with the list. */
  currentCategory: string
  search: ScriptListSearch
  facets: ScriptList['facets'] | undefined
}) {
  const categories = useCategories()
  const countOf = (name: string) => facets?.categories.find((facet) => facet.name === name)?.count ?? 0
  const total = facets?.categories.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <Tabs
      label="Categories"
      currentId={currentCategory}
      tabs={[
        { id: '', label: 'All', ...(facets && { count: fullNumber(total) }) },
        ...categories.map(({ name, icon, color }) => ({
          id: name,
          label: name,
          icon: <CategoryIcon name={icon} />,
          color,
          ...(facets && { count: fullNumber(countOf(name)) }),
        })),
      ]}
      renderLink={(category, props) => (
        <Link
          to="/scripts"
          search={withFilters(search, { category: category || undefined })}
          resetScroll={false}
          activeOptions={{ exact: true, explicitUndefined: true }}
          {...props}
        />
      )}
    />
  )
}
