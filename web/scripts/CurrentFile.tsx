import { FileArchive } from 'lucide-react'

import type { Script } from '#contract/scripts.ts'
import { fileSizeText } from '#web/ui/file-size.ts'

import styles from './ArchiveField.module.css'

export function CurrentFile({ script, isReplaced }: { script: Script; isReplaced: boolean }) {
  return (
    <div className={styles.file}>
      <span className={styles.icon}>
        <FileArchive />
      </span>
      <span className={styles.name}>{script.fileName}</span>
      <span className={styles.size}>
        {fileSizeText(script.fileSize)}
        {isReplaced && ` · stays available as version ${script.version}`}
      </span>
    </div>
  )
}
