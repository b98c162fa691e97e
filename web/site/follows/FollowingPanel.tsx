import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellPlus, BellOff, FileCode, Library, UserRound, Pencil, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'

import { frameworks, games } from '#contract/scripts/script-limits.ts'
import {
  followedNews,
  type Follow,
  type FollowFilter,
  followLimits,
  type SavedSearch,
} from '#contract/site/follows.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { gameNames } from '#web/scripts/script-lists/active-filters.ts'
import { frameworkNames } from '#web/scripts/script-lists/framework-names.ts'
import { parseScriptListSearch } from '#web/scripts/script-lists/script-list-search.ts'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import styles from './Following.module.css'
import { followsQuery, useFollowChanges, savedSearchesQuery, useRemoveSearch } from './follows.data.ts'
import { newsNames, searchTexts } from './follows.texts.ts'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'

export function FollowingPanel({ userId }: { userId: number }) {
  return (
    <div className="stack gap-6">
      <FollowsCard userId={userId} />
      <SavedSearchesCard userId={userId} />
    </div>
  )
}

export function FollowsCard({ userId }: { userId: number }) {
  const [page, setPage] = useState(1)
  const query = useQuery(followsQuery(userId, page))
  const { changeFilter, unfollow } = useFollowChanges(userId, page)
  const { follows, pagination } = query.data ?? {}
  const title = useRef<HTMLHeadingElement>(null)
  useStableFocus(title, follows?.length)
  return (
    <SectionCard
      id="follows-title"
      title="Scripts, authors and collections"
      text="We notify you about new versions, when scripts are added to a collection, and when a version is withdrawn for security. A filter by framework or game leaves out versions that are made for another one."
      titleRef={title}
    >
      <LoadState query={query} name="what you follow" height={116} />
      {pagination?.total === 0 && (
        <EmptyState
          heading="h3"
          icon={<BellPlus />}
          title="You don’t follow anything yet"
          text="Press Follow on a script, on the profile of its author or on a collection."
          action={
            <Link to="/scripts" className={buttonClass()}>
              Browse Scripts
            </Link>
          }
        />
      )}
      {follows && follows.length > 0 && (
        <ul className="grid lined clip framed round-lg" aria-labelledby="follows-title">
          {follows.map((follow) => (
            <FollowRow
              key={`${follow.kind} ${follow.id}`}
              follow={follow}
              onFilter={(filter) => changeFilter({ follow, filter })}
              onUnfollow={() => unfollow(follow)}
            />
          ))}
        </ul>
      )}
      {pagination && pagination.totalPages > 1 && (
        <div className="flex gap-3">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button disabled={page >= pagination.totalPages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </SectionCard>
  )
}

const icons = { script: <FileCode />, author: <UserRound />, collection: <Library /> }

function pathOf({ kind, id, name }: Follow): string {
  if (kind === 'author') return userPath(name)
  return kind === 'script' ? scriptPath(id) : `/collections/${id}`
}

function kindText({ kind, author }: Follow): string {
  if (kind === 'author') return 'Author'
  const noun = kind === 'script' ? 'Script' : 'Collection'
  return author === null ? noun : `${noun} by ${author}`
}

function FollowRow({
  follow,
  onFilter,
  onUnfollow,
}: {
  follow: Follow
  onFilter: (filter: FollowFilter) => void
  onUnfollow: () => void
}) {
  const { kind, isPublic, followers, filter } = follow
  const name = follow.name || `A ${kind} that is not public`
  return (
    <li className={`grid middle gap-3-4 pad-4 cols-auto-fill-auto ${styles.row}`}>
      <span className="grid center round-md fill-2 muted square-40 text-icon">{icons[kind]}</span>
      <div className="grid gap-2px min-0">
        {isPublic ? (
          <Link to={pathOf(follow)} className="strong break hover-underline">
            {name}
          </Link>
        ) : (
          <span className="strong break hover-underline">{name}</span>
        )}
        <p className="flex wrap gap-0-4 faint text-sm break">
          <span>{kindText(follow)}</span>
          <span>{followers === 1 ? '1 follower' : `${fullNumber(followers)} followers`}</span>
          {!isPublic && <span>Not public at the moment</span>}
        </p>
      </div>
      <Button size="sm" icon={<BellOff />} className={styles.end} onClick={onUnfollow}>
        Unfollow<span className="visually-hidden"> {name}</span>
      </Button>
      {kind !== 'collection' && (
        <fieldset className={`${styles.filters} col-2-end flex wrap gap-2`}>
          <legend className="visually-hidden">What you get about {name}</legend>
          <Select
            label="News"
            layout="inline"
            isSet={filter.news !== 'all'}
            value={filter.news}
            options={followedNews.map((news) => ({ value: news, label: newsNames[news] }))}
            onChange={({ currentTarget: { value } }) => {
              const news = followedNews.find((known) => known === value)
              if (news) onFilter({ ...filter, news })
            }}
          />
          <FilterSelect
            label="Framework"
            emptyLabel="Any"
            value={filter.framework ?? undefined}
            options={frameworks.map((framework) => ({ value: framework, label: frameworkNames[framework] }))}
            onChange={(value) =>
              onFilter({ ...filter, framework: frameworks.find((known) => known === value) ?? null })
            }
          />
          <FilterSelect
            label="Game"
            emptyLabel="Any"
            value={filter.game ?? undefined}
            options={games.map((game) => ({ value: game, label: gameNames[game] }))}
            onChange={(value) =>
              onFilter({ ...filter, game: games.find((known) => known === value) ?? null })
            }
          />
        </fieldset>
      )}
    </li>
  )
}

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
