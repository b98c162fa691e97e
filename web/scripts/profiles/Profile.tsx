import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'

import type { PublicProfile } from '#contract/scripts/profiles.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { submitPath, userPath } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import { AuthorScripts } from './AuthorScripts.tsx'
import styles from './Profile.module.css'
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
  const { username } = profile
  return (
    <article className={`page-width ${styles.profile} grid top`}>
      <ProfileSidebar profile={profile} />
      <AuthorScripts
        author={username}
        page={profile.scripts}
        path={userPath(username)}
        search={search}
        isPending={isPending}
        empty={<NoScripts profile={profile} />}
      />
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
