import { FileArchive } from 'lucide-react'

import type { Script } from '#contract/scripts/scripts.ts'
import { fileSizeText } from '#web/ui/file-size.ts'

import styles from './ArchiveField.module.css'

/** What becomes of the version that the script shows now. */
function futureOf({ version, versionCount, withdrawal, isInReview }: Script): string {
  if (withdrawal) return `stays withdrawn as version ${version}`
  // No version was ever published: the new one takes the place of the one that waits.
  if (isInReview && versionCount === 0) return `version ${version} waits for review and is replaced`
  return `stays available as version ${version}`
}

export function CurrentFile({ script, isReplaced }: { script: Script; isReplaced: boolean }) {
  return (
    <div className={`${styles.file} grid middle round-lg fill-2`}>
      <span className={`${styles.icon} grid center round-md fill-3`}>
        <FileArchive />
      </span>
      <span className="strong ellipsis">{script.fileName}</span>
      <span className={`${styles.size} faint text-sm numeric`}>
        {fileSizeText(script.fileSize)}
        {isReplaced && ` · ${futureOf(script)}`}
      </span>
    </div>
  )
}
