import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { FileX, FolderOpen, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Script } from '#contract/scripts.ts'
import { scriptPath } from '#web/app/paths.ts'
import { scriptQuery } from '#web/scripts/script-detail.data.ts'
import { parseScriptId } from '#web/scripts/script-id.ts'
import { ScriptNotFound } from '#web/scripts/ScriptNotFound.tsx'
import { useSignedInScript } from '#web/scripts/use-signed-in-script.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { isUnfinished } from '#web/versions/analysis-texts.ts'
import { ScriptPages } from '#web/versions/ScriptPages.tsx'
import pagesStyles from '#web/versions/ScriptPages.module.css'

import { Explorer } from './Explorer.tsx'
import { filesQuery } from './files.data.ts'
import styles from './Files.module.css'
import { FilesSkeleton } from './FilesSkeleton.tsx'

const refetchMs = 5000

export function FilesPage() {
  const { id: text, _splat: path = '' } = useParams({ from: '/scripts/$id/files/$' })
  const id = parseScriptId(text)
  const query = useQuery({ ...scriptQuery(id ?? 0), enabled: id !== undefined })
  useSignedInScript(query)
  const router = useRouter()
  if (id === undefined || query.data === null) return <ScriptNotFound />
  if (query.data) return <FilesOfScript key={id} script={query.data} path={path} />
  if (query.isPending) return <FilesSkeleton />
  return (
    <div className="page-width">
      <FailedState
        heading="h1"
        title="Failed to load files"
        text="The server did not answer as it should. Please try again."
        onRetry={() => void router.invalidate({ forcePending: true })}
        isRetrying={query.isFetching}
      />
    </div>
  )
}

function FilesOfScript({ script, path }: { script: Script; path: string }) {
  return (
    <article className={`page-width ${styles.page}`}>
      <header className={styles.head}>
        <Breadcrumbs
          steps={[
            { label: 'Assets', renderLink: (props) => <Link to="/scripts" {...props} /> },
            { label: script.name, renderLink: (props) => <Link to={scriptPath(script.id)} {...props} /> },
          ]}
        />
        <h1>{script.name}</h1>
      </header>
      <div className={pagesStyles.pages}>
        <ScriptPages id={script.id} current="files" />
      </div>
      <Files script={script} path={path} />
    </article>
  )
}

function Files({ script: { id, versionId, analysis }, path }: { script: Script; path: string }): ReactNode {
  const { data, isError, isFetching, refetch } = useQuery({
    ...filesQuery(versionId ?? 0),
    enabled: versionId !== undefined,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnfinished({ state: state.data.version.analysis }) && refetchMs,
  })
  if (isError)
    return (
      <FailedState
        title="Failed to load files"
        text="The server did not answer as it should. Please try again."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (versionId !== undefined && !data)
    return (
      <div aria-busy="true">
        <Skeleton shape="block" height="70vh" />
      </div>
    )
  if (!data || isUnfinished({ state: data.version.analysis }))
    return (
      <EmptyState
        icon={<Hourglass />}
        title="Not read yet"
        text="The files appear here as soon as the archive is read."
      />
    )
  if (data.version.analysis === 'failed')
    return (
      <EmptyState
        icon={<FileX />}
        title="The files cannot be shown"
        text={analysis?.failure ?? 'The archive could not be read.'}
      />
    )
  if (data.files.length === 0)
    return (
      <EmptyState
        icon={<FolderOpen />}
        title="No files"
        text="The archive contains no files that can be listed."
      />
    )
  return <Explorer scriptId={id} tree={data} path={path} />
}
