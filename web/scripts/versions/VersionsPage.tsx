import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Hourglass, Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionPage } from '#contract/scripts/versions.ts'
import { useSession } from '#web/app/session.ts'
import { editorIdOf, editorRoleOf } from '#web/scripts/script-page/author-role.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { refetchMs } from './analysis-texts.ts'
import { ScriptSubpage } from './ScriptSubpage.tsx'
import { hasUnfinished, versionBefore } from './unfinished-versions.ts'
import { useVersionDownload } from './use-version-download.ts'
import { VersionEntry } from './VersionEntry.tsx'
import { newVersionPath, versionsPath } from './version-paths.ts'
import { versionListQuery } from './versions.data.ts'

// Readers do not load it.
const VersionTools = lazy(async () => ({ default: (await import('./VersionTools.tsx')).VersionTools }))

export function VersionsPage() {
  const { page = 1 } = useSearch({ from: '/scripts/$id/versions' })
  return (
    <ScriptSubpage current="versions" failedTitle="Failed to load versions">
      {({ script }) => <Versions script={script} page={page} />}
    </ScriptSubpage>
  )
}

function Versions({ script, page }: { script: Script; page: number }) {
  const query = useQuery({
    ...versionListQuery(script.id, page, editorIdOf(useSession(), script)),
    refetchInterval: ({ state }) => state.data && hasUnfinished(state.data.versions) && refetchMs(state),
  })
  return (
    <QueryContent
      query={query}
      failed="Failed to load versions"
      isMain
      skeleton={
        <div aria-busy="true">
          <Skeleton shape="block" height={220} />
          <Skeleton shape="block" height={220} />
        </div>
      }
    >
      {(data) => <VersionList script={script} {...data} />}
    </QueryContent>
  )
}

function VersionList({ script, versions, pagination }: { script: Script } & VersionPage) {
  const session = useSession()
  const role = editorRoleOf(session, script)
  const download = useVersionDownload(script)
  if (versions.length === 0)
    return (
      <EmptyState
        icon={<Hourglass />}
        title="No versions yet"
        text="The archive of this script was uploaded before versions were recorded. It appears here soon."
      />
    )
  return (
    <div className="reading-col grid gap-6">
      {role === 'author' && (
        <Link to={newVersionPath(script.id)} className={`self-start ${buttonClass()}`} preload={false}>
          <Upload />
          Upload a version
        </Link>
      )}
      <ol className="stack gap-4" aria-label="Versions, newest first">
        {versions.map((version, index) => (
          <VersionEntry
            key={version.id}
            script={script}
            version={version}
            before={
              versionBefore(versions, index) ??
              (pagination.page < pagination.totalPages ? 'unknown' : undefined)
            }
            download={
              version.hasFile && (role || version.withdrawal?.kind !== 'security')
                ? { start: () => download.start(version), isPending: download.pendingId === version.id }
                : undefined
            }
            tools={
              role && (
                <Suspense>
                  <VersionTools
                    version={version}
                    next={versions.find(({ id, state }) => id !== version.id && state === 'published')}
                    role={role}
                  />
                </Suspense>
              )
            }
          />
        ))}
      </ol>
      <Pagination
        page={pagination.page}
        pageCount={pagination.totalPages}
        renderLink={(pageNumber, props) => (
          <Link to={versionsPath(script.id)} search={pageNumber > 1 ? { page: pageNumber } : {}} {...props} />
        )}
      />
    </div>
  )
}
