import { useQuery } from '@tanstack/react-query'

import { shortNumberPlus } from '#web/app/short-number.ts'
import { siteStatsQuery } from '#web/records/stats/stats.data.ts'
import { Counter } from '#web/ui/Counter.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './HomeStats.module.css'

const totals = [
  { key: 'totalScripts', label: 'Scripts shared', fallback: '2.5K+' },
  { key: 'totalUsers', label: 'Active users', fallback: '15K+' },
  { key: 'totalDownloads', label: 'Downloads', fallback: '500K+' },
] as const

export function HomeStats() {
  const stats = useQuery(siteStatsQuery)
  return (
    <div className={`line-above ${styles.stats} mt-10 pt-5`}>
      <ul className={`${styles.list} flex wrap`} aria-label="Statistics" aria-busy={stats.isPending}>
        {totals.map(({ key, label, fallback }) => (
          <li key={key}>
            <Counter label={label} value={valueOf(stats.data?.[key], stats.isError, fallback)} />
          </li>
        ))}
      </ul>
      {stats.isError && <p className="mt-3 faint text-sm">Statistics may not be current.</p>}
    </div>
  )
}

function valueOf(total: number | undefined, hasFailed: boolean, fallback: string) {
  if (total !== undefined) return shortNumberPlus(total)
  return hasFailed ? fallback : <Skeleton shape="block" width="4ch" height="0.8em" />
}
