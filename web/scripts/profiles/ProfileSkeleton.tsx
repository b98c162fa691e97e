import { profilePageSize } from '#contract/scripts/profiles.ts'
import { ScriptGridSkeleton } from '#web/scripts/script-lists/ScriptGridSkeleton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './Profile.module.css'

/** Has the dimensions of the profile. */
export function ProfileSkeleton() {
  return (
    <div className={`page-width ${styles.profile} grid top`} aria-busy="true">
      <Skeleton shape="block" height={392} />
      <div>
        <div className="row wrap between gap-3 mb-5">
          <Skeleton shape="block" width={120} height="var(--h-md)" />
        </div>
        <ScriptGridSkeleton count={profilePageSize} />
      </div>
    </div>
  )
}
