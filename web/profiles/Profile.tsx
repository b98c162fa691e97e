import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { Suspense } from 'react'

import type { PublicProfile } from '#contract/profiles.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { submitPath } from '#web/app/paths.ts'
import { ScriptGrid } from '#web/scripts/grid-lazy.ts'
import { ScriptGridSkeleton } from '#web/scripts/ScriptGridSkeleton.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'

import styles from './Profile.module.css'
import { ProfileSidebar } from './ProfileSidebar.tsx'

/** `pendingPage` is set while another page of the scripts loads. */
export function Profile({
  profile,
  pendingPage,
}: {
  profile: PublicProfile
  pendingPage: number | undefined
}) {
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
            <NoScripts profile={profile} />
          </Card>
        ) : (
          <Suspense fallback={<ScriptGridSkeleton count={scripts.length} />}>
            <ScriptGrid
              scripts={scripts}
              label={`Scripts by ${username}`}
              isStale={pendingPage !== undefined}
              heading="h3"
            />
          </Suspense>
        )}
        <div className={styles.pages}>
          <Pagination
            page={pendingPage ?? pagination.page}
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

function NoScripts({ profile: { id, username } }: { profile: PublicProfile }) {
  const session = useSession()
  const isOwn = session?.user.id === id
  const maySubmit = isOwn && hasPermission(session, 'scripts.upload')
  return (
    <EmptyState
      heading="h3"
      icon={<PackageOpen />}
      title="No scripts yet"
      text={isOwn ? 'The scripts that you share appear here.' : `${username} has not shared a script so far.`}
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
