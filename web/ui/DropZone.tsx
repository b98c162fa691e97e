import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'

import styles from './DropZone.module.css'
import { droppedFiles, isOverEditable } from './dropped-files.ts'
import { Field } from './Field.tsx'

/**
 * Files by click, drop or paste. It hands over what it gets: the page judges type and size in the product's words.
 * `isPasteTarget` takes pasted files from the whole page: set it on one zone of a page at most.
 */
export function DropZone({
  label,
  hint,
  error,
  accept,
  isMultiple = false,
  isDisabled = false,
  isOptional,
  isPasteTarget = false,
  icon = <Upload />,
  onFiles,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  accept?: readonly string[]
  isMultiple?: boolean | undefined
  isDisabled?: boolean | undefined
  isOptional?: boolean | undefined
  isPasteTarget?: boolean | undefined
  icon?: ReactNode
  onFiles: (files: File[]) => void
}) {
  const [isOver, setOver] = useState(false)
  const take = (files: File[]) => {
    if (files.length) onFiles(isMultiple ? files : files.slice(0, 1))
  }
  usePastedFiles(isPasteTarget && !isDisabled, take)
  useNoStrayDrops()

  function hover(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  return (
    <Field {...{ label, hint, error, isOptional }}>
      {(control) => (
        <div
          className={styles.zone}
          data-over={isOver || undefined}
          data-invalid={error ? true : undefined}
          data-disabled={isDisabled || undefined}
        >
          <span className={styles.icon}>{icon}</span>
          <span className={styles.call}>
            {isOver ? (
              'Drop it here'
            ) : (
              <>
                Drop {isMultiple ? 'files' : 'a file'} here or <u>browse</u>
              </>
            )}
          </span>
          <input
            {...control}
            type="file"
            className={styles.input}
            accept={accept?.join(',')}
            multiple={isMultiple}
            disabled={isDisabled}
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])])
              // Choosing the same file again must be heard again.
              event.currentTarget.value = ''
            }}
            onDragEnter={hover}
            onDragOver={hover}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault()
              setOver(false)
              take(droppedFiles(event.dataTransfer))
            }}
          />
        </div>
      )}
    </Field>
  )
}

function usePastedFiles(isOn: boolean, take: (files: File[]) => void) {
  useEffect(() => {
    if (!isOn) return undefined
    function paste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])]
      if (!files.length || isOverEditable(event.target)) return
      event.preventDefault()
      take(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
}

/** A file that misses the zone would replace the page, and the half-filled form with it. */
function useNoStrayDrops() {
  useEffect(() => {
    function refuse(event: globalThis.DragEvent) {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
