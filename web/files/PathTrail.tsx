import { Fragment } from 'react'

import { filePath, filesPath } from '#web/versions/version-paths.ts'

import { FileLink } from './FileLink.tsx'
import { foldersAbove, nameOf } from './file-tree.ts'
import styles from './FilePanel.module.css'

/** The folders of a path as links. */
export function PathTrail({ scriptId, path }: { scriptId: number; path: string }) {
  return (
    <h2 className={styles.trail}>
      {foldersAbove(path).map((folder) => (
        <Fragment key={folder}>
          <FileLink href={filePath(scriptId, folder)}>
            <bdi>{nameOf(folder)}</bdi>
          </FileLink>
          <span>/</span>
        </Fragment>
      ))}
      <bdi>{path === '' ? <FileLink href={filesPath(scriptId)}>All files</FileLink> : nameOf(path)}</bdi>
    </h2>
  )
}
