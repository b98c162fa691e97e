import { Link } from '@tanstack/react-router'
import { Library } from 'lucide-react'

import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import { collectionsPath } from './collection-paths.ts'

export function CollectionNotFound() {
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<Library />}
        title="Collection Not Found"
        text="This collection doesn’t exist, or only its owner can see it. If someone sent you a link, make sure it is complete."
        action={
          <Link to={collectionsPath} className={buttonClass({ variant: 'cta' })}>
            Browse Collections
          </Link>
        }
      />
    </div>
  )
}
