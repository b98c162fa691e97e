import { SavedSearchesCard } from './SavedSearchesCard.tsx'
import { FollowsCard } from './FollowsCard.tsx'

export function FollowingPanel({ userId }: { userId: number }) {
  return (
    <div className="stack gap-6">
      <FollowsCard userId={userId} />
      <SavedSearchesCard userId={userId} />
    </div>
  )
}
