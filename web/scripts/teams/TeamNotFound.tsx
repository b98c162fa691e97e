import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'

import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export function TeamNotFound() {
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<Users />}
        title="Team Not Found"
        text="There is no team with this name. It may have been renamed."
        action={
          <Link to="/scripts" className={buttonClass({ variant: 'cta' })}>
            Back to Scripts
          </Link>
        }
      />
    </div>
  )
}
