import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'

import type { LogEntry, ModerationLog } from '#contract/moderation/cases.ts'
import { scriptPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

import { decisionTexts, kindNames, reasonTexts, durationText } from './cases.texts.ts'
import { moderationLogQuery } from './cases.data.ts'
import { logDecisions, parseLogSearch, type LogSearch } from './cases-search.ts'
import styles from './ModerationLog.module.css'

const hour = 60 * 60_000

/** The public log, also readable without JavaScript. */
export function ModerationLogPage() {
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/moderation' }), parseLogSearch)
  const query = useQuery(moderationLogQuery(pendingSearch))
  const { data, isError, isPlaceholderData } = query
  return (
    <article className={`page-width stack gap-6 pb-16 ${styles.page}`}>
      <PageHead
        title="Moderation Log"
        text="What our team decided, newest first. It never names members or moderators, and a script only while it is public."
      />
      {data && <Month month={data.month} />}
      <div className={styles.decisions}>
        <Tabs
          label="Decision"
          currentId={pendingSearch.decision ?? 'all'}
          tabs={[
            { id: 'all' as const, label: 'All' },
            ...logDecisions.map((id) => ({ id, label: decisionTexts[id] })),
          ]}
          renderLink={(id, props) => (
            <Link
              to="/moderation"
              search={id === 'all' ? {} : { decision: id }}
              resetScroll={false}
              activeOptions={{ exact: true, explicitUndefined: true }}
              {...props}
            />
          )}
        />
      </div>
      {data ? (
        <Entries log={data} search={pendingSearch} isStale={isPlaceholderData} />
      ) : isError ? (
        <Card>
          <FailedState title="Failed to load the log" query={query} />
        </Card>
      ) : (
        <Skeleton shape="block" height={320} />
      )}
    </article>
  )
}

function Month({ month }: { month: ModerationLog['month'] }) {
  const { reviews, reports, dismissed, appeals, granted, takedowns, medianHours } = month
  const figures = [
    { label: 'Reviews', value: fullNumber(reviews) },
    { label: 'Reports', value: fullNumber(reports), note: `${fullNumber(dismissed)} dismissed` },
    { label: 'Appeals', value: fullNumber(appeals), note: `${fullNumber(granted)} granted` },
    { label: 'Takedowns', value: fullNumber(takedowns) },
    {
      label: 'Typical time to a decision',
      value: medianHours === null ? '–' : durationText(medianHours * hour),
    },
  ]
  return (
    <section aria-labelledby="month">
      <h2 id="month" className="mb-3 text-lg">
        Decided in the last 30 days
      </h2>
      <dl className={`${styles.figures} flex wrap clip framed round-lg`}>
        {figures.map(({ label, value, note }) => (
          <div className="pad-4 fill-1" key={label}>
            <dt className="faint text-sm">{label}</dt>
            <dd>
              {value}
              {note && <span className={`${styles.note} faint`}>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Entries({ log, search, isStale }: { log: ModerationLog; search: LogSearch; isStale: boolean }) {
  const { entries, pagination } = log
  const filter = search.decision && { decision: search.decision }
  return (
    <>
      <Card aria-busy={isStale}>
        {entries.length === 0 ? (
          <EmptyState
            icon={<ScrollText />}
            title="No decisions yet"
            text={filter ? 'There are no decisions of this kind yet.' : 'Decisions appear here.'}
          />
        ) : (
          <ol className="fades lined" data-stale={isStale || undefined}>
            {entries.map((entry) => (
              <Entry key={`${entry.id} ${entry.at}`} entry={entry} />
            ))}
          </ol>
        )}
      </Card>
      <Pagination
        page={isStale ? (search.page ?? 1) : pagination.page}
        pageCount={pagination.totalPages}
        renderLink={(page, props) => (
          <Link
            to="/moderation"
            search={page > 1 ? { ...filter, page } : { ...filter }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...props}
          />
        )}
      />
    </>
  )
}

function Entry({ entry: { at, kind, decision, reason, script, note } }: { entry: LogEntry }) {
  return (
    <li className="grid cols phone-stack gap-1-4 pad-4-5 break" style={{ '--cols': '7rem minmax(0, 1fr)' }}>
      <time dateTime={at} className={`${styles.note} faint`}>
        {dateText(at)}
      </time>
      <div>
        <p className="flex wrap gap-0-3">
          <b>{decisionTexts[decision]}</b>
          {script && (
            <Link to={scriptPath(script.id)} className="text-link">
              {script.name}
            </Link>
          )}
        </p>
        <p className={`${styles.note} faint`}>
          {kindNames[kind]}: {reasonTexts[reason]}
        </p>
        {note && <p className="mt-1 muted pre-line">{note}</p>}
      </div>
    </li>
  )
}
