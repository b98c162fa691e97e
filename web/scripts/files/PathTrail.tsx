import { Fragment } from 'react'

import { useShown } from '#web/scripts/versions/shown-version.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'

import { FileLink } from './FileLink.tsx'
import { foldersAbove, nameOf } from './file-tree.ts'
import styles from './FilePanel.module.css'

/** The folders of a path as links. */
export function PathTrail({ path }: { path: string }) {
  const shown = useShown()
  return (
    <h2 className={`${styles.trail} flex-260 flex wrap min-0 vivid break`}>
      {foldersAbove(path).map((folder) => (
        <Fragment key={folder}>
          <FileLink href={filePath(shown, folder)} className="min-h-24">
            <bdi>{nameOf(folder)}</bdi>
          </FileLink>
          <span>/</span>
        </Fragment>
      ))}
      <bdi>{path === '' ? <FileLink href={filePath(shown, '')}>All files</FileLink> : nameOf(path)}</bdi>
    </h2>
  )
}
