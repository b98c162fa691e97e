import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

import { reportError } from '#web/app/report-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

/** Replaces a page that threw while rendering. Part of the first load. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => reportError('Page', error), [error])
  return (
    <div className="page-width" role="alert">
      <PageHead
        title="Something went wrong"
        text="This page could not be shown. Nothing you did is lost; please try again."
      />
      <Button
        variant="cta"
        onClick={() => {
          reset()
          void router.invalidate()
        }}
      >
        Try Again
      </Button>
    </div>
  )
}
