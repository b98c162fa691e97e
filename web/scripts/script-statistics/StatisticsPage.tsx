import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { Suspense } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import type { ScriptStatistics } from '#contract/scripts/script-authors.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { useSession } from '#web/app/session.ts'
import { authorRoleOf } from '#web/scripts/script-page/author-role.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { saveText } from '#web/ui/save-text.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AccessDenied } from '#web/scripts/versions/AccessDenied.tsx'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'
import { countsText } from '#web/scripts/works-reports/works.texts.ts'

import styles from './Statistics.module.css'
import { statisticsPath } from '#web/scripts/versions/version-paths.ts'
import {
  daysCsv,
  downloadsBy,
  downloadsCsv,
  series,
  sourceTexts,
  statisticsQuery,
} from './statistics.data.ts'
import { parseStatisticsSearch, periods } from './statistics-search.ts'

const TrendCharts = lazyPart(() => import('#web/admin/dashboard/TrendCharts.tsx'), 'TrendCharts')

export function StatisticsPage() {
  const { days = 30 } = useSearch({ from: '/scripts/$id/statistics' })
  const session = useSession()
  return (
    <ScriptSubpage current="statistics" failedTitle="Failed to load the statistics">
      {({ script }) =>
        authorRoleOf(session, script) ? (
          <Statistics script={script} days={days} />
        ) : (
          <AccessDenied text="Only the authors can see the statistics of a script." />
        )
      }
    </ScriptSubpage>
  )
}

const tables = [
  { name: 'Days', kind: 'days', csvOf: daysCsv },
  { name: 'Downloads', kind: 'downloads', csvOf: downloadsCsv },
]

function Statistics({ script, days }: { script: Script; days: number }) {
  const navigate = useNavigate()
  const query = useQuery(statisticsQuery(script.id, days))
  const { data, isPlaceholderData } = query
  return (
    <div className="stack gap-5 fades">
      <div className={`${styles.tools} flex wrap gap-3`}>
        <SegmentedControl
          label="Period"
          options={periods.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={(value) =>
            void navigate({
              to: statisticsPath(script.id),
              search: parseStatisticsSearch({ days: value }),
              resetScroll: false,
            })
          }
        />
        {tables.map(({ name, kind, csvOf }) => (
          <Button
            key={kind}
            icon={<Download />}
            disabled={!data || isPlaceholderData}
            onClick={() =>
              data &&
              saveText(csvOf(data), {
                name: `script-${script.id}-${kind}-${days}-days.csv`,
                type: 'text/csv',
              })
            }
          >
            {name} as CSV
          </Button>
        ))}
      </div>
      <QueryContent
        query={query}
        failed="Failed to load the statistics"
        isMain
        skeleton={<Skeleton shape="block" height={420} />}
      >
        {(statistics) => (
          <div className="stack gap-5 fades" data-stale={isPlaceholderData || undefined}>
            <Figures statistics={statistics} days={days} />
          </div>
        )}
      </QueryContent>
    </div>
  )
}

function Figures({ statistics, days }: { statistics: ScriptStatistics; days: number }) {
  const { totals, works } = statistics
  return (
    <>
      <Card as="section" padding="md" aria-labelledby="statistics-days">
        <div className={`${styles.head} flex wrap baseline between gap-1-4 mb-4`}>
          <h2 id="statistics-days" className="text-h3">
            Last {days} days
          </h2>
          <p className={`${styles.note} mt-3 faint text-sm`}>Days are in UTC. Today is included.</p>
        </div>
        <Suspense fallback={<Skeleton shape="block" height={250} />}>
          <TrendCharts
            days={statistics.days.map((day) => ({
              date: day.date,
              values: series.map(({ key }) => day[key]),
            }))}
            labels={series.map(({ label }) => label)}
            caption="Figures by day"
            isSum
          />
        </Suspense>
        <p className={`${styles.note} mt-3 faint text-sm`}>
          Servers: how many checked for updates that day. Likes and followers: new ones minus removed ones.
        </p>
      </Card>
      <div className={`${styles.columns} cols-3 grid gap-5 top`}>
        <Ranks
          title="Downloads by version"
          rows={downloadsBy(statistics, ({ version }) => version ?? 'Unknown')}
        />
        <Ranks
          title="Downloads by source"
          rows={downloadsBy(statistics, ({ source }) => sourceTexts[source])}
        />
        <Card as="section" padding="md" aria-labelledby="statistics-totals">
          <h2 id="statistics-totals" className="text-h3">
            Since the start
          </h2>
          <dl className="facts lined mt-3">
            <Row name="Downloads" value={totals.downloads} />
            <Row name="Views" value={totals.views} />
            <Row name="Likes" value={totals.likes} />
            <Row name="Followers" value={totals.followers} />
          </dl>
          {works.works + works.problems + works.fails > 0 && (
            <p className={`${styles.note} mt-3 faint text-sm`}>{countsText(works)}</p>
          )}
        </Card>
      </div>
    </>
  )
}

function Ranks({ title, rows }: { title: string; rows: readonly { name: string; downloads: number }[] }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <Card as="section" padding="md" aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className={`${styles.note} mt-3 faint text-sm`}>No downloads in this period.</p>
      ) : (
        <dl className="facts lined mt-3">
          {rows.map(({ name, downloads }) => (
            <Row key={name} name={name} value={downloads} />
          ))}
        </dl>
      )}
    </Card>
  )
}

function Row({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{fullNumber(value)}</dd>
    </div>
  )
}
