import { SavedSearchesCard } from './SavedSearchesCard.tsx'
import { FollowsCard } from './FollowsCard.tsx'
import styles from './Following.module.css'

export function FollowingPanel({ userId }: { userId: number }) {
  return (
    <div className={styles.stack}>
      <FollowsCard userId={userId} />
      <SavedSearchesCard userId={userId} />
    </div>
  )
}
