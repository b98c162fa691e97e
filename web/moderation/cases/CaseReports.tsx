import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { caseLimits } from '#contract/moderation/cases.ts'
import type { Case, CaseReport } from '#contract/moderation/cases.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { userPath } from '#web/app/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { reasonTexts, reporterText } from './cases.texts.ts'
import { CaseText } from './CaseFacts.tsx'

/** The reports of a case, oldest first; staff also see who wrote them. */
export function CaseReports({ caseData }: { caseData: Case }) {
  const { id, reports, reportCount } = caseData
  const [more, setMore] = useState<CaseReport[]>([])
  const { mutate, isPending, error } = useMutation({
    mutationFn: (page: number) => call('GET /api/cases/:id/reports', { params: { id }, query: { page } }),
    onSuccess: (page) => setMore((before) => [...before, ...page.reports]),
  })
  const all = [...reports, ...more]
  return (
    <>
      <ol className="stack gap-4" aria-label="Reports">
        {all.map((report, index) => (
          <li key={index} className="stack gap-2">
            <Facts report={report} />
            <CaseText
              opened={{
                ...caseData,
                ...report,
                version: report.version && { ...report.version, isCurrent: false },
              }}
            />
          </li>
        ))}
      </ol>
      {error && <Alert tone="danger" title={errorMessage(error, 'Failed to load more reports')} isAlert />}
      {all.length < reportCount && (
        <div>
          <Button
            isBusy={isPending}
            busyText="Loading..."
            onClick={() => mutate(Math.floor(all.length / caseLimits.pageSize) + 1)}
          >
            More reports ({reportCount - all.length})
          </Button>
        </div>
      )}
    </>
  )
}

function Facts({ report: { reporter, reason, version, at } }: { report: CaseReport }) {
  return (
    <p className="row wrap gap-1-4 muted text-sm">
      {reporter && (
        <>
          <Link to={userPath(reporter.username)} className="text-link">
            {reporter.username}
          </Link>
          <span>{reporterText(reporter)}</span>
        </>
      )}
      <span>{reasonTexts[reason]}</span>
      {version && <span>Version {version.number}</span>}
      <TimeAgo time={at} />
    </p>
  )
}
