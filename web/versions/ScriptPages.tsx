import { Link } from '@tanstack/react-router'

import { scriptPath } from '#web/app/paths.ts'

import { filesPath, reportPath } from './version-paths.ts'

/** Links to the pages of a script. Each of them has the name of the script as its heading. */
export function ScriptPages({ id, current }: { id: number; current: 'overview' | 'report' | 'files' }) {
  const pages = [
    { page: 'overview', name: 'Overview', path: scriptPath(id) },
    { page: 'report', name: 'Report', path: reportPath(id) },
    { page: 'files', name: 'Files', path: filesPath(id) },
  ] as const
  return (
    <nav aria-label="Pages of the script">
      <ul>
        {pages.map(({ page, name, path }) => (
          <li key={page}>
            <Link
              to={path}
              activeOptions={{ exact: true, includeSearch: false }}
              aria-current={page === current ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
