import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'

import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export function ScriptNotFound() {
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<Package />}
        title="Script Not Found"
        text="The script you're looking for doesn't exist or has been removed."
        action={
          <Link to="/scripts" className={buttonClass({ variant: 'cta' })}>
            Back to Scripts
          </Link>
        }
      />
    </div>
  )
}
