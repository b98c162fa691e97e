import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

import { reportError } from '#web/app/report-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

/** Replaces a page that threw while rendering, or of which a file could not be loaded. Part of the first load. */
export function ErrorPage({ error }: ErrorComponentProps) {
  useEffect(() => reportError('Page', error), [error])
  return (
    <div className="page-width" role="alert">
      <PageHead
        title="Something went wrong"
        text="This page could not be shown. You may be offline, or the site was updated."
      />
      {/* React keeps the failure of a file: only a new document asks for it again. */}
      <Button variant="cta" onClick={() => location.reload()}>
        Try Again
      </Button>
    </div>
  )
}
