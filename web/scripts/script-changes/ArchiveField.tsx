import { FileArchive, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

import { archiveExtensions, archiveProblem } from '#contract/scripts/script-fields.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import { FieldError } from '#web/ui/FieldError.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { Script } from '#contract/scripts/scripts.ts'

import styles from './ArchiveField.module.css'
import { archiveContentProblem, type ChosenArchive } from './chosen-files.ts'
import { currentFuture } from './script-changes.texts.ts'

const accept = archiveExtensions.map((extension) => `.${extension}`)

/** A chosen archive is validated and replaces the drop zone. */
export function ArchiveField({
  label,
  hint,
  isOptional,
  chosen: { file: archive, problem, choose },
}: {
  label: string
  hint: string
  isOptional?: boolean
  chosen: ChosenArchive
}) {
  const container = useRef<HTMLDivElement>(null)
  const errorId = useId()
  const [choices, setChoices] = useState(0)
  useEffect(() => {
    // The clicked control is removed: its replacement takes the focus.
    if (choices > 0) container.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [choices])

  async function selectFile(file: File | undefined) {
    const chosenProblem = file && (archiveProblem(file) ?? (await archiveContentProblem(file)))
    setChoices(choices + 1)
    choose(chosenProblem === undefined ? file : undefined, chosenProblem)
  }
  if (!archive)
    return (
      <div ref={container}>
        <DropZone
          label={label}
          hint={hint}
          error={problem}
          accept={accept}
          isOptional={isOptional}
          icon={<FileArchive />}
          onFiles={([file]) => void selectFile(file)}
        />
      </div>
    )
  return (
    <div ref={container} className={fieldStyles.field}>
      <span className="text-sm strong">{label}</span>
      <div
        className={`grid middle round-lg fill-2 cols-auto-fill-auto framed-strong ${styles.file}`}
        data-invalid={problem ? true : undefined}
      >
        <span className={`grid center round-md fill-3 square-44 ${styles.icon} brand`}>
          <FileArchive />
        </span>
        <span className="strong ellipsis">{archive.name}</span>
        <span className="col-2 faint text-sm numeric">{fileSizeText(archive.size)}</span>
        <IconButton
          label={`Remove ${archive.name}`}
          icon={<X />}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? errorId : undefined}
          onClick={() => void selectFile(undefined)}
        />
      </div>
      {problem && <FieldError id={errorId}>{problem}</FieldError>}
    </div>
  )
}

export function CurrentFile({ script, isReplaced }: { script: Script; isReplaced: boolean }) {
  return (
    <div className={`grid middle round-lg fill-2 cols-auto-fill-auto framed-strong ${styles.file}`}>
      <span className={`grid center round-md fill-3 square-44 ${styles.icon} brand`}>
        <FileArchive />
      </span>
      <span className="strong ellipsis">{script.fileName}</span>
      <span className="col-2 faint text-sm numeric">
        {fileSizeText(script.fileSize)}
        {isReplaced && ` · ${currentFuture(script)}`}
      </span>
    </div>
  )
}
