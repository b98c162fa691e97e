import { Link, useNavigate } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { Suspense } from 'react'

import type { PublicProfile } from '#contract/scripts/profiles.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { submitPath } from '#web/app/paths.ts'
import { ScriptGrid } from '#web/scripts/script-lists/grid-lazy.ts'
import { scriptSortNames } from '#web/scripts/script-lists/sort-names.ts'
import { ScriptGridSkeleton } from '#web/scripts/script-lists/ScriptGridSkeleton.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Select } from '#web/ui/Select.tsx'

import styles from './Profile.module.css'
import { parseProfileSearch } from './profile-search.ts'
import type { ProfileSearch } from './profile-search.ts'
import { ProfileSidebar } from './ProfileSidebar.tsx'

/** `isPending` while another page of the scripts loads. */
export function Profile({
  profile,
  search,
  isPending,
}: {
  profile: PublicProfile
  search: ProfileSearch
  isPending: boolean
}) {
  const navigate = useNavigate()
  const { username } = profile
  const { scripts, pagination } = profile.scripts
  return (
    <article className={`page-width ${styles.profile} grid top`}>
      <ProfileSidebar profile={profile} />
      <section className={styles.scripts} aria-labelledby="profile-scripts">
        <div className="row wrap between gap-3 mb-5">
          <h2 id="profile-scripts" className={`${styles.title} flex baseline gap-3`}>
            Scripts
            {pagination.total > 0 && <span className={styles.total}>{fullNumber(pagination.total)}</span>}
          </h2>
          {pagination.total > 1 && (
            <search className={styles.search}>
              <form action="/scripts">
                <input type="hidden" name="author" value={username} />
                <input
                  type="search"
                  name="q"
                  aria-label={`Search the scripts of ${username}`}
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
                    to: '/user/{-$username}',
                    params: { username },
                    search: parseProfileSearch({ sort: currentTarget.value }),
                    resetScroll: false,
                  })
                }
              />
            </div>
          )}
        </div>
        {scripts.length === 0 ? (
          <Card>
            <NoScripts profile={profile} />
          </Card>
        ) : (
          <Suspense fallback={<ScriptGridSkeleton count={scripts.length} />}>
            <ScriptGrid
              scripts={scripts}
              label={`Scripts by ${username}`}
              isStale={isPending}
              heading="h3"
              date={search.sort === undefined ? 'createdAt' : 'updatedAt'}
            />
          </Suspense>
        )}
        <div className={styles.pages}>
          <Pagination
            page={isPending ? (search.page ?? 1) : pagination.page}
            pageCount={pagination.totalPages}
            renderLink={(page, props) => (
              <Link
                to="/user/{-$username}"
                params={{ username }}
                search={parseProfileSearch({ ...search, page })}
                activeOptions={{ exact: true, explicitUndefined: true }}
                {...props}
              />
            )}
          />
        </div>
      </section>
    </article>
  )
}

function NoScripts({ profile: { id, username } }: { profile: PublicProfile }) {
  const session = useSession()
  const isOwn = session?.user.id === id
  const maySubmit = isOwn && hasPermission(session, 'scripts.upload')
  return (
    <EmptyState
      heading="h3"
      icon={<PackageOpen />}
      title="No scripts yet"
      text={isOwn ? 'The scripts that you share appear here.' : `${username} has not shared any scripts yet.`}
      action={
        maySubmit && (
          <Link to={submitPath} className={buttonClass({ variant: 'cta' })}>
            Submit Script
          </Link>
        )
      }
    />
  )
}
