import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent, useParams, useSearch } from '@tanstack/react-router'
import { FileX, FolderOpen, Hourglass, FolderTree, SearchX } from 'lucide-react'
import { memo, Suspense, useMemo, useState } from 'react'

import type { Tree, TreeFile } from '#contract/scripts/versions.ts'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'
import { isUnfinished, refetchMs } from '#web/scripts/versions/analysis-texts.ts'
import { useUrlVersion } from '#web/scripts/versions/url-version.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'
import { reportQuery } from '#web/scripts/versions/versions.data.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

import { FileLink } from './FileLink.tsx'
import { FileTree } from './FileTree.tsx'
import styles from './Files.module.css'
import { FilesSkeleton } from './FilesSkeleton.tsx'
import { ServedText } from './ServedText.tsx'
import { buildTree, findFolder, firstFile, foldersAbove } from './file-tree.ts'
import { filesQuery, servedFileQuery } from './files.data.ts'

const loadParts = () => import('./FilePanel.tsx')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const FilePanel = lazyRouteComponent(loadParts, 'FilePanel')
export const FolderPanel = lazyRouteComponent(loadParts, 'FolderPanel')

export function FilesPage() {
  const { _splat: path = '' } = useParams({ from: '/scripts/$id/files/$' })
  const { v } = useSearch({ from: '/scripts/$id/files/$' })
  return (
    <ScriptSubpage
      v={v}
      current="files"
      failedTitle="Failed to load files"
      skeleton={<FilesSkeleton />}
      pathOf={(scriptId) => filePath({ scriptId }, path)}
    >
      {({ versionId }) =>
        versionId === undefined ? <NotRead /> : <Files key={versionId} versionId={versionId} path={path} />
      }
    </ScriptSubpage>
  )
}

function Files({ versionId, path }: { versionId: number; path: string }) {
  const query = useQuery({
    ...filesQuery(versionId),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnfinished({ state: state.data.version.analysis }) && refetchMs(state),
  })
  return (
    <QueryContent
      query={query}
      failed="Failed to load files"
      isMain
      skeleton={
        <>
          {/* React ignores its content in the browser. */}
          <noscript>{import.meta.env.SSR && <ServedFile versionId={versionId} path={path} />}</noscript>
          <div aria-busy="true">
            <Skeleton shape="block" height="70vh" />
          </div>
        </>
      }
    >
      {(tree) => <FilesOf tree={tree} path={path} />}
    </QueryContent>
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

const Drawer = lazyPart(() => import('#web/ui/Drawer.tsx'), 'Drawer')

/** The tree of an archive beside the file or the folder that the URL names. */
function Explorer({ tree, path }: { tree: Tree; path: string }) {
  const { version, files } = tree
  const urlVersion = useUrlVersion()
  const root = useMemo(() => buildTree(files), [files])
  const file = path === '' ? firstFile(files) : files.find((target) => target.path === path)
  const folder = file ? undefined : findFolder(root, path)
  const shownPath = file?.path ?? path
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(foldersOf(shownPath)))
  const [openedFor, setOpenedFor] = useState(shownPath)
  const [filter, setFilter] = useState('')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  if (openedFor !== shownPath) {
    setOpenedFor(shownPath)
    setOpen(new Set([...open, ...foldersOf(shownPath)]))
    setDrawerOpen(false)
  }
  /** With the folder itself, if it is one. */
  function foldersOf(target: string): string[] {
    return [...foldersAbove(target), ...(folder ? [target] : [])]
  }
  function toggle(target: string) {
    const next = new Set(open)
    if (!next.delete(target)) next.add(target)
    setOpen(next)
  }
  const fileTree = (
    <FileTree {...{ root, open, filter }} current={shownPath} onToggle={toggle} onFilter={setFilter} />
  )
  return (
    <div className={`${styles.explorer} grid gap-6 top`}>
      <aside className={`${styles.aside} sticky grid`} aria-label="Files of the archive">
        {fileTree}
      </aside>
      <div className={`${styles.drawerButton} hidden`}>
        <Button icon={<FolderTree />} onClick={() => setDrawerOpen(true)}>
          {files.length === 1 ? '1 file' : `${files.length} files`}
        </Button>
      </div>
      {isDrawerOpen && (
        <Suspense>
          <Drawer label="Files of the archive" isOpen onClose={() => setDrawerOpen(false)}>
            <div className="min-h-0 grid full pad-3">{fileTree}</div>
          </Drawer>
        </Suspense>
      )}
      {file ? (
        <File key={file.path} file={file} versionId={version.id} />
      ) : folder ? (
        <Suspense>
          <FolderPanel folder={folder} />
        </Suspense>
      ) : (
        <EmptyState
          icon={<SearchX />}
          title="No such file"
          text="This version has no file with this path."
          action={
            <FileLink href={filePath(urlVersion, '')} className="text-link">
              All files
            </FileLink>
          }
        />
      )}
    </div>
  )
}

/** Not rendered again before it is hydrated: React would replace the server's markup. */
const File = memo(function File(props: { file: TreeFile; versionId: number }) {
  return (
    <Suspense fallback={<Skeleton shape="block" height="70vh" />}>
      <FilePanel {...props} />
    </Suspense>
  )
})
