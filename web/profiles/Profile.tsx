import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'

import type { PublicProfile } from '#contract/profiles.ts'
import { ScriptGrid } from '#web/scripts/ScriptGrid.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'

import styles from './Profile.module.css'
import { ProfileSidebar } from './ProfileSidebar.tsx'

/** `comingPage` while another page of the scripts is on its way. */
export function Profile({ profile, comingPage }: { profile: PublicProfile; comingPage: number | undefined }) {
  const { username } = profile
  const { scripts, pagination } = profile.scripts
  return (
    <article className={`page-width ${styles.profile}`}>
      <ProfileSidebar profile={profile} />
      <section className={styles.scripts} aria-labelledby="profile-scripts">
        <h2 id="profile-scripts" className={styles.title}>
          Scripts
          {pagination.total > 0 && <span className={styles.total}>{fullNumber(pagination.total)}</span>}
        </h2>
        {scripts.length === 0 ? (
          <Card>
            <EmptyState
              heading="h3"
              icon={<PackageOpen />}
              title="No scripts yet"
              text={`${username} has not shared a script so far.`}
            />
          </Card>
        ) : (
          <ScriptGrid
            scripts={scripts}
            label={`Scripts by ${username}`}
            isStale={comingPage !== undefined}
            heading="h3"
          />
        )}
        <div className={styles.pages}>
          <Pagination
            page={comingPage ?? pagination.page}
            pageCount={pagination.totalPages}
            renderLink={(page, props) => (
              <Link
                to="/user/{-$username}"
                params={{ username }}
                search={page > 1 ? { page } : {}}
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
