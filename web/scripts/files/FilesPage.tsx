import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { FileX, FolderOpen, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Tree } from '#contract/scripts/versions.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { isUnfinished, refetchMs } from '#web/scripts/versions/analysis-texts.ts'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'
import { filePath } from '#web/scripts/versions/version-paths.ts'
import { reportQuery } from '#web/scripts/versions/versions.data.ts'

import { Explorer } from './Explorer.tsx'
import { filesQuery, servedFileQuery } from './files.data.ts'
import { FilesSkeleton } from './FilesSkeleton.tsx'
import { ServedText } from './ServedText.tsx'

export function FilesPage() {
  const { id, _splat: path = '' } = useParams({ from: '/scripts/$id/files/$' })
  const { v } = useSearch({ from: '/scripts/$id/files/$' })
  return (
    <ScriptSubpage
      key={id}
      id={id}
      v={v}
      current="files"
      failedTitle="Failed to load files"
      skeleton={<FilesSkeleton />}
      versionHref={(version) => filePath({ scriptId: Number(id), v: version }, path)}
    >
      {({ versionId }) =>
        versionId === undefined ? <NotRead /> : <Files key={versionId} versionId={versionId} path={path} />
      }
    </ScriptSubpage>
  )
}

function Files({ versionId, path }: { versionId: number; path: string }): ReactNode {
  const { data, isError, isFetching, refetch } = useQuery({
    ...filesQuery(versionId),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnfinished({ state: state.data.version.analysis }) && refetchMs(state),
  })
  if (data) return <FilesOf tree={data} path={path} />
  if (isError)
    return (
      <FailedState
        title="Failed to load files"
        text="The server did not respond as expected. Please try again."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  return (
    <>
      {/* React ignores its content in the browser. */}
      <noscript>{import.meta.env.SSR && <ServedFile versionId={versionId} path={path} />}</noscript>
      <div aria-busy="true">
        <Skeleton shape="block" height="70vh" />
      </div>
    </>
  )
}

/** A file of an archive whose list of files is too long for the page. */
function ServedFile({ versionId, path }: { versionId: number; path: string }) {
  const { data } = useQuery({ ...servedFileQuery(versionId, path), enabled: false })
  return data?.file && <ServedText versionId={versionId} n={data.file.n} />
}

function FilesOf({ tree, path }: { tree: Tree; path: string }) {
  const { version, files } = tree
  if (isUnfinished({ state: version.analysis })) return <NotRead />
  if (version.analysis === 'failed') return <FailedAnalysis versionId={version.id} />
  if (files.length > 0) return <Explorer tree={tree} path={path} />
  if (version.hasFile)
    return (
      <EmptyState
        icon={<FolderOpen />}
        title="No files"
        text="The archive contains no files that can be listed."
      />
    )
  return (
    <EmptyState
      icon={<FileX />}
      title="The files were deleted"
      text="The archive of this version was deleted. Its report is still available."
    />
  )
}

function NotRead() {
  return (
    <EmptyState
      icon={<Hourglass />}
      title="Not read yet"
      text="The files appear here as soon as the archive is read."
    />
  )
}

function FailedAnalysis({ versionId }: { versionId: number }) {
  const { data } = useQuery(reportQuery(versionId))
  return (
    <EmptyState
      icon={<FileX />}
      title="The files cannot be shown"
      text={data?.failure ?? 'The archive could not be read.'}
    />
  )
}
