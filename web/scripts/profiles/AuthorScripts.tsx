import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

import type { ScriptPage } from '#contract/scripts/scripts.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { ScriptGrid } from '#web/scripts/script-lists/grid-lazy.ts'
import { ScriptGridSkeleton } from '#web/scripts/script-lists/ScriptGridSkeleton.tsx'
import { scriptSortNames } from '#web/scripts/script-lists/sort-names.ts'
import { Card } from '#web/ui/Card.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Select } from '#web/ui/Select.tsx'

import styles from './Profile.module.css'
import { parseProfileSearch, type ProfileSearch } from './profile-search.ts'

/** The scripts of a user or a team, on the page with this path. `isPending` while another page of them loads. */
export function AuthorScripts({
  author,
  page: { scripts, pagination },
  path,
  search,
  isPending,
  empty,
  tabs,
}: {
  author: string
  page: ScriptPage
  path: string
  search: ProfileSearch
  isPending: boolean
  empty: ReactNode
  /** The lists, where there are several. They have the totals. */
  tabs?: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <section aria-labelledby="profile-scripts">
      <div className="row wrap between gap-3 mb-5">
        <h2 id="profile-scripts" className="text-h2 flex baseline gap-3">
          Scripts
          {tabs === undefined && pagination.total > 0 && (
            <span className={`faint ${styles.total}`}>{fullNumber(pagination.total)}</span>
          )}
        </h2>
        {pagination.total > 1 && (
          <search className={`push ${styles.search}`}>
            <form action="/scripts">
              <input type="hidden" name="author" value={author} />
              <input
                type="search"
                name="q"
                aria-label={`Search the scripts of ${author}`}
                placeholder="Search these scripts"
                autoComplete="off"
              />
            </form>
          </search>
        )}
        {pagination.total > 1 && (
          <div className={styles.sort}>
            <Select
              label="Sort"
              layout="inline"
              isSet={search.sort !== undefined}
              value={search.sort ?? 'newest'}
              options={scriptSortNames}
              onChange={({ currentTarget }) =>
                void navigate({
                  to: path,
                  search: parseProfileSearch({ ...search, sort: currentTarget.value, page: undefined }),
                  resetScroll: false,
                })
              }
            />
          </div>
        )}
      </div>
      {tabs}
      {scripts.length === 0 ? (
        <Card>{empty}</Card>
      ) : (
        <Suspense fallback={<ScriptGridSkeleton count={scripts.length} />}>
          <ScriptGrid
            scripts={scripts}
            label={search.list ? `Collaborations of ${author}` : `Scripts by ${author}`}
            isStale={isPending}
            heading="h3"
            date={search.sort === undefined ? 'createdAt' : 'updatedAt'}
          />
        </Suspense>
      )}
      <div className="pt-8">
        <Pagination
          page={isPending ? (search.page ?? 1) : pagination.page}
          pageCount={pagination.totalPages}
          renderLink={(page, props) => (
            <Link
              to={path}
              search={parseProfileSearch({ ...search, page })}
              activeOptions={{ exact: true, explicitUndefined: true }}
              {...props}
            />
          )}
        />
      </div>
    </section>
  )
}
