import { Link } from '@tanstack/react-router'

import type { Script } from '#contract/scripts/scripts.ts'
import { scriptPath } from '#web/app/paths.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import {
  installPath,
  membersPath,
  statisticsPath,
  worksPath,
  filesPath,
  historyPath,
  reportPath,
  versionsPath,
} from './version-paths.ts'
import { authorRoleOf } from '#web/scripts/script-page/author-role.ts'
import styles from '#web/ui/Tabs.module.css'
import { useCurrentInView } from '#web/ui/use-current-in-view.ts'

const pages = [
  { page: 'overview', name: 'Overview', pathOf: scriptPath },
  { page: 'report', name: 'Report', pathOf: reportPath },
  { page: 'files', name: 'Files', pathOf: filesPath },
  { page: 'versions', name: 'Versions', pathOf: versionsPath },
  { page: 'install', name: 'Install', pathOf: installPath },
  { page: 'works', name: 'Compatibility', pathOf: worksPath },
  { page: 'members', name: 'Members', pathOf: membersPath },
  { page: 'statistics', name: 'Statistics', pathOf: statisticsPath },
  { page: 'history', name: 'History', pathOf: historyPath },
] as const
export type ScriptPageName = (typeof pages)[number]['page']

/** Links to the pages of a script. Each of them has the name of the script as its heading. */
export function ScriptPages({ script, current }: { script: Script; current: ScriptPageName }) {
  const session = useSession()
  const mayReadHistory =
    hasPermission(session, 'admin.activities.view') || hasPermission(session, 'admin.audit')
  const { id, versionCount = 0 } = script
  const isAuthor = authorRoleOf(session, script) !== undefined
  const visiblePages = pages.filter(
    ({ page }) =>
      isAuthor || (page === 'history' ? mayReadHistory : page !== 'statistics' && page !== 'members'),
  )
  const list = useCurrentInView<HTMLUListElement>(visiblePages.findIndex(({ page }) => page === current))
  return (
    <nav aria-label="Pages of the script">
      <ul ref={list} className={`flex scroll-x ${styles.list}`}>
        {visiblePages.map(({ page, name, pathOf }) => (
          <li key={page}>
            <Link
              to={pathOf(id)}
              className={`inline-row centered medium nowrap ${styles.tab}`}
              activeOptions={{ exact: true, includeSearch: false }}
              aria-current={page === current ? 'page' : undefined}
            >
              {name}
              {page === 'versions' && versionCount > 1 && ` (${versionCount})`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
