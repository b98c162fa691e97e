import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { ScriptHistory } from '#contract/scripts/script-authors.ts'
import { PageButtons } from '#web/admin/resource/PageButtons.tsx'
import { call } from '#web/app/call.ts'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { QueryContent } from '#web/ui/QueryContent.tsx'

import { ReportBodySkeleton } from './ReportSkeleton.tsx'

export function AuthorHistory({ scriptId }: { scriptId: number }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: ['script-history', scriptId, page],
    queryFn: ({ signal }) =>
      call('GET /api/scripts/:id/history', { params: { id: scriptId }, query: { page, limit: 20 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <QueryContent query={query} failed="Failed to load the history" isMain skeleton={<ReportBodySkeleton />}>
      {({ entries, pagination }) => (
        <div className="grid items-start gap-4">
          {entries.length === 0 && <p className="faint text-sm">Nothing has been changed yet.</p>}
          <ol className="full lined flush-first" aria-label="Changes, newest first">
            {entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </ol>
          <PageButtons pagination={pagination} onChange={setPage} />
        </div>
      )}
    </QueryContent>
  )
}

function Entry({ action, text, by, isByModerator, version, changed, at }: ScriptHistory['entries'][number]) {
  return (
    <li className="grid gap-1 py-3">
      <p className="flex wrap baseline gap-2">
        <b>
          {action}
          {version !== null && (
            <>
              {' '}
              <bdi>{version}</bdi>
            </>
          )}
        </b>
        <span className="faint text-sm">
          {isByModerator ? 'by a moderator, ' : by !== null && `by ${by}, `}
          <time dateTime={at}>{dateTimeText(at)}</time>
        </span>
      </p>
      {/* Of a version, the heading says it all. */}
      {text && version === null && <p className="muted text-sm break">{text}</p>}
      {changed.length > 0 && <p className="muted text-sm break">Changed: {fieldsText(changed)}</p>}
    </li>
  )
}

const names = new Map([
  ['script_status', 'status'],
  ['scriptFile', 'archive'],
  ['removeImages', 'images'],
  ['imageOrder', 'images'],
  ['sourceUrl', 'source repository'],
  ['documentationUrl', 'documentation link'],
  ['supportUrl', 'support link'],
  ['license', 'licence'],
])

/** The fields of a form, each once, as readers call them. */
export function fieldsText(fields: readonly string[]): string {
  return [...new Set(fields.map((field) => names.get(field) ?? field))].join(', ')
}
