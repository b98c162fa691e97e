import { File, Folder as FolderIcon } from 'lucide-react'

import { fileSizeText } from '#web/ui/file-size.ts'
import { useShown } from '#web/scripts/versions/shown-version.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'

import { FileLink } from './FileLink.tsx'
import { nameOf, rowsMax, type Folder } from './file-tree.ts'
import styles from './FilePanel.module.css'
import { PathTrail } from './PathTrail.tsx'
import { SeverityMark } from './SeverityMark.tsx'

export function FolderPanel({ folder }: { folder: Folder }) {
  const { path, folders, files } = folder
  const shown = useShown()
  const entries = [
    ...folders.map((child) => ({ ...child, size: undefined })),
    ...files.map((file) => ({ ...file, name: nameOf(file.path) })),
  ]
  return (
    <section className={`${styles.panel} min-0 framed round-lg fill-1`} aria-label="Folder">
      <div className={`${styles.head} row wrap gap-2-4 pad-2-4 line-below`}>
        <PathTrail path={path} />
      </div>
      <ul className="lined" aria-label="Contents">
        {entries.slice(0, rowsMax).map(({ path: child, name, size, severity }) => (
          <li key={child}>
            <FileLink
              href={filePath(shown, child)}
              className="row gap-3 min-h-44 pad-0-4 muted hover-fill hover-vivid"
            >
              {size === undefined ? <FolderIcon /> : <File />}
              <bdi className="grow min-0 break">{name}</bdi>
              <SeverityMark severity={severity} />
              {size !== undefined && <span className="faint text-sm numeric">{fileSizeText(size)}</span>}
            </FileLink>
          </li>
        ))}
      </ul>
      {entries.length > rowsMax && <p className="pad-4 muted">And {entries.length - rowsMax} more.</p>}
    </section>
  )
}
