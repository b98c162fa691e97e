import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Library, Search } from 'lucide-react'
import { useState } from 'react'

import { useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { collectionsPath, ownCollectionsPath } from './collection-paths.ts'
import { CollectionCard } from './CollectionCard.tsx'
import { parseCollectionListSearch, sortNames, type CollectionListSearch } from './collections-search.ts'
import { collectionListQuery } from './collections.data.ts'

export function CollectionsPage() {
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/collections' }), parseCollectionListSearch)
  const { author } = pendingSearch
  return (
    <div className="page-width">
      <PageHead
        title={author ? `Collections by ${author}` : 'Collections'}
        text="Lists of scripts that go well together. Install a whole list with one command."
        actions={<OwnLink />}
      />
      {/* Back shows the text of the URL. */}
      <Tools key={pendingSearch.q} search={pendingSearch} />
      <List search={pendingSearch} />
    </div>
  )
}

function OwnLink() {
  return (
    useSession() && (
      <Link to={ownCollectionsPath} className={buttonClass()}>
        Your collections
      </Link>
    )
  )
}

/** A form of the page's own URL, so that it works without JavaScript. */
function Tools({ search }: { search: CollectionListSearch }) {
  const navigate = useNavigate()
  const [text, setText] = useState(search.q ?? '')
  const show = (change: Partial<Record<keyof CollectionListSearch, string>>) =>
    void navigate({
      to: collectionsPath,
      search: parseCollectionListSearch({ ...search, page: undefined, ...change }),
      resetScroll: false,
    })
  return (
    <search aria-label="Collections">
      <form
        action={collectionsPath}
        className="pb-5 row wrap gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          show({ q: text })
        }}
      >
        {search.author && <input type="hidden" name="author" value={search.author} />}
        <div className="flex-260" style={{ maxWidth: 520 }}>
          <TextField
            label="Search collections"
            isLabelHidden
            type="search"
            name="q"
            maxLength={100}
            autoComplete="off"
            placeholder="Search by title or text"
            icon={<Search />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
        <Button type="submit" formMethod="get">
          Search
        </Button>
        <Select
          label="Sort"
          layout="inline"
          name="sort"
          isSet={search.sort !== undefined}
          value={search.sort ?? 'newest'}
          options={sortNames}
          onChange={({ currentTarget }) => show({ sort: currentTarget.value })}
        />
      </form>
    </search>
  )
}

function List({ search }: { search: CollectionListSearch }) {
  const query = useQuery(collectionListQuery(search))
  const { data, isPending, isError, isPlaceholderData } = query
  if (isPending) return <GridSkeleton />
  if (isError && !data)
    return (
      <FailedState
        title="Failed to load collections"
        text="The list could not be loaded. Please try again."
        query={query}
      />
    )
  const { collections, pagination } = data
  if (collections.length === 0) return <Empty search={search} />
  return (
    <>
      <output className="muted text-sm block" style={{ paddingBottom: 'var(--sp-3)' }}>
        {pagination.total === 1 ? '1 collection' : `${fullNumber(pagination.total)} collections`}
      </output>
      <ul
        className="grid gap-5 fades tiles"
        aria-label="Collections"
        aria-busy={isPlaceholderData}
        data-stale={isPlaceholderData || undefined}
      >
        {collections.map((collection, index) => (
          <li key={collection.id}>
            <CollectionCard
              collection={collection}
              loading={index > 3 ? 'lazy' : index === 0 ? 'first' : 'eager'}
            />
          </li>
        ))}
      </ul>
      <div className="pt-10 pb-16">
        <Pagination
          page={isPlaceholderData ? (search.page ?? 1) : pagination.page}
          pageCount={pagination.totalPages}
          renderLink={(page, props) => (
            <Link
              to={collectionsPath}
              search={parseCollectionListSearch({ ...search, page })}
              activeOptions={{ exact: true, explicitUndefined: true }}
              {...props}
            />
          )}
        />
      </div>
    </>
  )
}

function Empty({ search: { q, author } }: { search: CollectionListSearch }) {
  const isFiltered = q !== undefined || author !== undefined
  return (
    <EmptyState
      icon={<Library />}
      title={isFiltered ? 'No collections found' : 'No collections yet'}
      text={
        q === undefined
          ? author === undefined
            ? 'Nobody has shared a collection yet. Make the first one.'
            : `${author} has not shared a collection yet.`
          : `Nothing matches “${q}”. Check the spelling, or try another word.`
      }
      action={
        <Link
          to={isFiltered ? collectionsPath : ownCollectionsPath}
          className={buttonClass({ variant: 'cta' })}
        >
          {isFiltered ? 'Show all collections' : 'Your collections'}
        </Link>
      }
    />
  )
}

export function GridSkeleton() {
  return (
    <>
      <output className="visually-hidden">Loading collections</output>
      <div className="grid gap-5 fades tiles" aria-hidden="true">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
          <Card key={key} padding="md">
            <Skeleton shape="block" height={140} />
            <Skeleton width="62%" height="1.3rem" />
            <Skeleton width="40%" />
          </Card>
        ))}
      </div>
    </>
  )
}
