import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'

import type { Analytics } from '#contract/site/analytics.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'

import styles from './Analytics.module.css'

export function TopScripts({ scripts }: Pick<Analytics, 'scripts'>) {
  return (
    <RankCard
      title="Most downloaded scripts"
      columns={['Script', 'Downloads']}
      empty="Nothing was downloaded in this period."
      rows={scripts.map(({ id, name, author, downloads, isPublic }) => ({
        key: id,
        count: downloads,
        content: (
          <>
            <Link to={scriptPath(id)} className="text-link">
              {name}
            </Link>{' '}
            <span className="faint text-sm">by {author}</span> {!isPublic && <Badge>Not public</Badge>}
          </>
        ),
      }))}
    />
  )
}

export function TopAuthors({ authors }: Pick<Analytics, 'authors'>) {
  return (
    <RankCard
      title="Most downloaded authors"
      columns={['Author', 'Downloads']}
      empty="Nothing was downloaded in this period."
      rows={authors.map(({ username, downloads }) => ({
        key: username,
        count: downloads,
        content: (
          <Link to={userPath(username)} className="text-link">
            {username}
          </Link>
        ),
      }))}
    />
  )
}

export function EmptySearches({ searches }: { searches: Analytics['emptySearches'] }) {
  return (
    <RankCard
      title="Searches without a result"
      columns={['Search', 'Times']}
      empty="Every search found something."
      rows={searches.map(({ query, count }) => ({ key: query, count, content: <bdi>{query}</bdi> }))}
    />
  )
}

function RankCard({
  title,
  columns: [subject, figure],
  rows,
  empty,
}: {
  title: string
  columns: readonly [string, string]
  rows: readonly { key: string | number; content: ReactNode; count: number }[]
  empty: string
}) {
  const id = useId()
  return (
    <Card as="section" padding="md" aria-labelledby={id}>
      <div className="flex wrap baseline between gap-1-4 mb-4">
        <h2 className="text-h3" id={id}>
          {title}
        </h2>
      </div>
      {rows.length === 0 ? (
        <p className="faint text-sm">{empty}</p>
      ) : (
        <table className={`${styles.table} table full text-sm break`} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{subject}</th>
              <th scope="col">{figure}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, content, count }) => (
              <tr key={key}>
                <td>{content}</td>
                <td>{fullNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
