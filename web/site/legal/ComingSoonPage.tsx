import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'

import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export function ComingSoonPage() {
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<Hourglass />}
        title="Coming Soon"
        action={
          <Link to="/" className={buttonClass()}>
            Go to the homepage
          </Link>
        }
      />
    </div>
  )
}
