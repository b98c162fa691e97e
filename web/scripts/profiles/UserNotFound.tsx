import { Link } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { useEffect } from 'react'

import { useSite } from '#web/app/use-site.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export function UserNotFound({ text }: { text: string }) {
  const { siteName } = useSite()
  // Until the response the title is the username.
  useEffect(() => {
    document.title = `User Not Found · ${siteName}`
  }, [siteName])
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<UserX />}
        title="User Not Found"
        text={text}
        action={
          <Link to="/scripts" className={buttonClass({ variant: 'cta' })}>
            Back to Scripts
          </Link>
        }
      />
    </div>
  )
}
