import { FileLink } from '#web/scripts/files/FileLink.tsx'

import styles from './PlaceLink.module.css'
import { useUrlVersion } from './url-version.ts'
import { filePath } from './version-paths.ts'

/** A file of the shown version, at a line. */
export function PlaceLink({ path, line = null }: { path: string; line?: number | null }) {
  return (
    <FileLink href={filePath(useUrlVersion(), path, line)} className="text-link" resetScroll>
      <bdi className={`${styles.path} mono min-0 break isolate`}>
        {path}
        {line !== null && `:${line}`}
      </bdi>
    </FileLink>
  )
}
