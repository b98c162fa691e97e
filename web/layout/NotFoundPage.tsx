import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'

import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export function NotFoundPage() {
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<MapPinOff />}
        title="Page Not Found"
        text="There is no page at this address. It may have moved, or there is a typo in the link."
        action={
          <>
            <Link to="/" className={buttonClass({ variant: 'cta' })}>
              Go to the homepage
            </Link>
            <Link to="/scripts" className={buttonClass()}>
              Browse Scripts
            </Link>
          </>
        }
      />
    </div>
  )
}
