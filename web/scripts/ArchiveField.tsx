import { FileArchive, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

import { archiveExtensions, archiveProblem } from '#contract/script-fields.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import { FieldError } from '#web/ui/FieldError.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

import styles from './ArchiveField.module.css'
import type { ChosenArchive } from './use-chosen-archive.ts'

const accept = archiveExtensions.map((extension) => `.${extension}`)

/** The script's file: chosen by click or drop, judged at once, and shown in place of the zone that took it. */
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
  const place = useRef<HTMLDivElement>(null)
  const errorId = useId()
  const [choices, setChoices] = useState(0)
  useEffect(() => {
    // The control that was used is gone: the one in its place takes the focus.
    if (choices > 0) place.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [choices])

  function take(file: File | undefined) {
    setChoices(choices + 1)
    const found = file && archiveProblem(file)
    choose(found === undefined ? file : undefined, found)
  }
  if (!archive)
    return (
      <div ref={place}>
        <DropZone
          label={label}
          hint={hint}
          error={problem}
          accept={accept}
          isOptional={isOptional}
          icon={<FileArchive />}
          onFiles={([file]) => take(file)}
        />
      </div>
    )
  return (
    <div ref={place} className={fieldStyles.field}>
      <span className={styles.label}>{label}</span>
      <div className={styles.file} data-invalid={problem ? true : undefined}>
        <span className={styles.icon}>
          <FileArchive />
        </span>
        <span className={styles.name}>{archive.name}</span>
        <span className={styles.size}>{fileSizeText(archive.size)}</span>
        <IconButton
          label={`Remove ${archive.name}`}
          icon={<X />}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? errorId : undefined}
          onClick={() => take(undefined)}
        />
      </div>
      {problem && <FieldError id={errorId}>{problem}</FieldError>}
    </div>
  )
}
