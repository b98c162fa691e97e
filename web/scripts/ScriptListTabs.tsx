import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import type { ScriptList } from '#contract/scripts.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { CategoryIcon } from '#web/categories/CategoryIcon.tsx'
import { useCategories } from '#web/categories/use-categories.ts'
import { Tabs } from '#web/ui/Tabs.tsx'

import { areSameFilters, changedSearch } from './script-list-search.ts'
import type { ScriptListSearch } from './script-list-search.ts'

/** Categories as tabs; each counts what the other filters leave in it. Another page changes nothing of them. */
export const ScriptListTabs = memo(
  CategoryTabs,
  (before, now) =>
    before.chosen === now.chosen && before.facets === now.facets && areSameFilters(before.search, now.search),
)

function CategoryTabs({
  chosen,
  search,
  facets,
}: {
  /** As soon as it is pressed; the other filters and what is counted follow with the list. */
  chosen: string
  search: ScriptListSearch
  facets: ScriptList['facets'] | undefined
}) {
  const categories = useCategories()
  const countOf = (name: string) => facets?.categories.find((facet) => facet.name === name)?.count ?? 0
  const total = facets?.categories.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <Tabs
      label="Categories"
      currentId={chosen}
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
          search={changedSearch(search, { category: category || undefined })}
          resetScroll={false}
          activeOptions={{ exact: true, explicitUndefined: true }}
          {...props}
        />
      )}
    />
  )
}
