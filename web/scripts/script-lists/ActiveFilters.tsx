import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'

import { SaveSearchButton } from '#web/site/follows/SaveSearchButton.tsx'
import { searchDraft } from '#web/site/follows/search-draft.ts'
import chipStyles from '#web/ui/Chip.module.css'
import { buttonClass } from '#web/ui/button-class.ts'

import { activeFiltersOf, noFilters } from './active-filters.ts'
import styles from './ScriptListTools.module.css'
import { withFilters } from './script-list-search.ts'
import type { ScriptListSearch } from './script-list-search.ts'

/** Each filter with a link to the list without it, which works without JavaScript. */
export function ActiveFilters({ search, onRemove }: { search: ScriptListSearch; onRemove: () => void }) {
  const filters = activeFiltersOf(search)
  if (filters.length === 0 && searchDraft(search) === undefined) return null
  return (
    <div className="row wrap gap-2 mt-3">
      {filters.length > 0 && (
        <ul className="row wrap gap-2" aria-label="Active filters">
          {filters.map(({ label, without }) => (
            <li className="flex max-full" key={label}>
              <span className={`inline-row max-full text-sm vivid ${chipStyles.chip}`}>
                <span className="ellipsis">{label}</span>
                <Link
                  to="/scripts"
                  search={withFilters(search, without)}
                  resetScroll={false}
                  className={`pointer grid center rigid pad-0 borderless ${chipStyles.remove}`}
                  aria-label={`Remove ${label}`}
                  onClick={onRemove}
                >
                  <X />
                </Link>
              </span>
            </li>
          ))}
          <li className="flex max-full">
            <Link
              to="/scripts"
              search={withFilters(search, noFilters)}
              resetScroll={false}
              className={buttonClass({ variant: 'ghost', size: 'sm' })}
              onClick={onRemove}
            >
              Clear all
            </Link>
          </li>
        </ul>
      )}
      <SaveSearchButton search={search} className={styles.save} />
    </div>
  )
}
