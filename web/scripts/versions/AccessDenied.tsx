import { Lock } from 'lucide-react'

import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import { ReportBodySkeleton } from './ReportSkeleton.tsx'

/** Instead of a page of a script that the user may not read. */
export function AccessDenied({ text }: { text: string }) {
  return (
    <VisitorContent skeleton={<ReportBodySkeleton />}>
      <EmptyState icon={<Lock />} title="Access Denied" text={text} />
    </VisitorContent>
  )
}
