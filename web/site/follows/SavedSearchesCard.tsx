import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'

import { followLimits, type SavedSearch } from '#contract/site/follows.ts'
import { parseScriptListSearch } from '#web/scripts/script-lists/script-list-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { savedSearchesQuery, useRemoveSearch } from './follows.data.ts'
import { newsNames, searchTexts } from './follows.texts.ts'
import { Loading } from './FollowsCard.tsx'
import styles from './Following.module.css'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'

export function SavedSearchesCard({ userId }: { userId: number }) {
  const query = useQuery(savedSearchesQuery(userId))
  const remove = useRemoveSearch(userId)
  const searches = query.data?.searches
  const section = useRef<HTMLDivElement>(null)
  const [edited, setEdited] = useState<SavedSearch>()
  useStableFocus(section, searches?.length)
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="searches-title">
      <div ref={section} tabIndex={-1} className="grid gap-1 muted">
        <h2 className="text-h3 vivid" id="searches-title">
          Saved searches
        </h2>
        <p>We notify you about versions of all scripts that match. At most {followLimits.searchesMax}.</p>
      </div>
      {query.isPending && <Loading text="Loading your saved searches" />}
      {query.isError && !searches && (
        <FailedState
          heading="h3"
          title="Failed to load your saved searches"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {searches?.length === 0 && (
        <EmptyState
          heading="h3"
          icon={<Search />}
          title="No saved searches yet"
          text="Search or filter the list of scripts, then press “Save this search”."
          action={
            <Link to="/scripts" className={buttonClass()}>
              Browse Scripts
            </Link>
          }
        />
      )}
      {searches && searches.length > 0 && (
        <ul className="grid lined clip framed round-lg" aria-labelledby="searches-title">
          {searches.map((search) => (
            <SearchRow
              key={search.id}
              search={search}
              onEdit={() => setEdited(search)}
              onRemove={() => remove(search)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <SaveSearchDialog
          userId={userId}
          filters={edited}
          leftOut={[]}
          saved={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  )
}

function SearchRow({
  search,
  onEdit,
  onRemove,
}: {
  search: SavedSearch
  onEdit: () => void
  onRemove: () => void
}) {
  const { name, news, ...filters } = search
  return (
    <li className={`grid middle gap-3-4 pad-4 cols-auto-fill-auto ${styles.row}`}>
      <span className="grid center round-md fill-2 muted square-40 text-icon">
        <Search />
      </span>
      <div className="grid gap-2px min-0">
        <Link to="/scripts" search={parseScriptListSearch(filters)} className="strong break hover-underline">
          {name}
        </Link>
        <p className="flex wrap gap-0-4 faint text-sm break">
          {searchTexts(filters).map((text) => (
            <span key={text}>{text}</span>
          ))}
          <span>{newsNames[news]}</span>
        </p>
      </div>
      <div className={`${styles.end} flex wrap gap-2`}>
        <Button size="sm" icon={<Pencil />} onClick={onEdit}>
          Edit<span className="visually-hidden"> {name}</span>
        </Button>
        <Button size="sm" icon={<X />} onClick={onRemove}>
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </li>
  )
}
