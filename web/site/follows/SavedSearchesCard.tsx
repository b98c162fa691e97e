import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'

import { followLimits, type SavedSearch } from '#contract/site/follows.ts'
import { parseScriptListSearch } from '#web/scripts/script-lists/script-list-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'
import { SectionCard } from '#web/ui/SectionCard.tsx'

import { savedSearchesQuery, useRemoveSearch } from './follows.data.ts'
import { newsNames, searchTexts } from './follows.texts.ts'
import styles from './Following.module.css'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'

export function SavedSearchesCard({ userId }: { userId: number }) {
  const query = useQuery(savedSearchesQuery(userId))
  const remove = useRemoveSearch(userId)
  const searches = query.data?.searches
  const title = useRef<HTMLHeadingElement>(null)
  const [edited, setEdited] = useState<SavedSearch>()
  useStableFocus(title, searches?.length)
  return (
    <SectionCard
      id="searches-title"
      title="Saved searches"
      text={`We notify you about versions of all scripts that match. At most ${followLimits.searchesMax}.`}
      titleRef={title}
    >
      <LoadState query={query} name="your saved searches" height={116} />
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
    </SectionCard>
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
