import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Upload } from 'lucide-react'
import { Suspense } from 'react'

import { submitPath } from '#web/app/paths.ts'
import { shortNumberPlus } from '#web/app/short-number.ts'
import { useSite } from '#web/app/use-site.ts'
import { SiteSearch } from '#web/layout/SiteSearch.tsx'
import { siteStatsQuery } from '#web/records/stats/stats.data.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { buttonClass } from '#web/ui/Button.tsx'

import boardStyles from './CategoryBoard.module.css'
import styles from './HomeHero.module.css'
import { CategoryBoard } from './lazy.ts'

export function HomeHero() {
  const { siteTagline } = useSite()
  return (
    <section
      id="home"
      tabIndex={-1}
      className={`${styles.hero} grid cols tablet-stack middle`}
      style={{ '--cols': 'minmax(0, 1.15fr) minmax(0, 1fr)' }}
      aria-labelledby="hero-title"
    >
      <div>
        {siteTagline && <p className="brand mb-3 strong break">{siteTagline}</p>}
        <h1 id="hero-title" className={styles.title}>
          Build the server you want to play on
        </h1>
        <p className={`${styles.text} mt-5 muted text-md`}>
          A free library of scripts, maps and vehicles, made by the people who run game servers. Take what you
          need, share what you made.
        </p>
        <div className={`mt-8 ${styles.search}`}>
          <SiteSearch label="Library" />
        </div>
        <div className="flex wrap gap-3 mt-4 phone-fill">
          <Link to="/scripts" className={buttonClass({ variant: 'cta', size: 'lg' })}>
            Browse Scripts
            <ArrowRight />
          </Link>
          <Link to={submitPath} className={buttonClass({ size: 'lg' })}>
            <Upload />
            Submit Script
          </Link>
        </div>
        <HomeStats />
      </div>
      <Suspense fallback={<div className={boardStyles.placeholder} />}>
        <CategoryBoard />
      </Suspense>
    </section>
  )
}

const totals = [
  { key: 'totalScripts', label: 'Scripts shared', fallback: '2.5K+' },
  { key: 'totalUsers', label: 'Active users', fallback: '15K+' },
  { key: 'totalDownloads', label: 'Downloads', fallback: '500K+' },
] as const

function HomeStats() {
  const stats = useQuery(siteStatsQuery)
  return (
    <div className={`line-above ${styles.stats} mt-10 pt-5`}>
      <ul className={`${styles.list} flex wrap`} aria-label="Statistics" aria-busy={stats.isPending}>
        {totals.map(({ key, label, fallback }) => (
          <li key={key}>
            <div className="grid gap-2px">
              <span className="text-sm muted">{label}</span>
              <span className={styles.total}>{valueOf(stats.data?.[key], stats.isError, fallback)}</span>
            </div>
          </li>
        ))}
      </ul>
      {stats.isError && <p className="mt-3 faint text-sm">Statistics may not be current.</p>}
    </div>
  )
}

function valueOf(total: number | undefined, hasFailed: boolean, fallback: string) {
  if (total !== undefined) return shortNumberPlus(total)
  return hasFailed ? fallback : <Skeleton shape="block" width="1.8em" height="0.8em" />
}
