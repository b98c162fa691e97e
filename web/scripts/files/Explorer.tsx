import { FolderTree, SearchX } from 'lucide-react'
import { memo, Suspense, useMemo, useState } from 'react'

import type { Tree, TreeFile } from '#contract/scripts/versions.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useShown } from '#web/scripts/versions/shown-version.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'

import { FilePanel, FolderPanel } from './file-lazy.ts'
import { FileLink } from './FileLink.tsx'
import { FileTree } from './FileTree.tsx'
import { buildTree, findFolder, firstFile, foldersAbove } from './file-tree.ts'
import styles from './Files.module.css'

const Drawer = lazyPart(() => import('#web/ui/Drawer.tsx'), 'Drawer')

/** The tree of an archive beside the file or the folder that the URL names. */
export function Explorer({ tree, path }: { tree: Tree; path: string }) {
  const { version, files } = tree
  const shown = useShown()
  const root = useMemo(() => buildTree(files), [files])
  const file = path === '' ? firstFile(files) : files.find((one) => one.path === path)
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
  function foldersOf(one: string): string[] {
    return [...foldersAbove(one), ...(folder ? [one] : [])]
  }
  function toggle(one: string) {
    const next = new Set(open)
    if (!next.delete(one)) next.add(one)
    setOpen(next)
  }
  const fileTree = (
    <FileTree {...{ root, open, filter }} current={shownPath} onToggle={toggle} onFilter={setFilter} />
  )
  return (
    <div className={`${styles.explorer} grid gap-6 top`}>
      <aside className={`grid sticky ${styles.aside}`} aria-label="Files of the archive">
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
            <FileLink href={filePath(shown, '')} className="text-link">
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
