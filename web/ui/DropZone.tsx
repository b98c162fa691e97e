import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'

import styles from './DropZone.module.css'
import { Field } from './Field.tsx'

/**
 * Files by click, drop or paste; the caller validates them. `isPasteTarget` accepts files pasted anywhere on the page,
 * so that only one zone of a page may have it.
 */
export function DropZone({
  label,
  hint,
  error,
  accept,
  isMultiple = false,
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
  isOptional?: boolean | undefined
  isPasteTarget?: boolean | undefined
  icon?: ReactNode
  onFiles: (files: File[]) => void
}) {
  const [isOver, setOver] = useState(false)
  const addFiles = (files: File[]) => {
    if (files.length) onFiles(isMultiple ? files : files.slice(0, 1))
  }
  usePastedFiles(isPasteTarget, addFiles)
  useNoStrayDrops()

  function handleDragOver(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  return (
    <Field {...{ label, hint, error, isOptional }}>
      {(control) => (
        <div
          className={`grid items-center gap-4px relative round-lg text-center ${styles.zone}`}
          data-over={isOver || undefined}
          data-invalid={error ? true : undefined}
        >
          <span className={`grid center square-44 round-md fill-3 ${styles.icon}`}>{icon}</span>
          <span className={`strong ${styles.call}`}>
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
            className={`pointer full-size cover ${styles.input}`}
            accept={accept?.join(',')}
            multiple={isMultiple}
            onChange={(event) => {
              addFiles([...(event.currentTarget.files ?? [])])
              // Without this, choosing the same file again fires no event.
              event.currentTarget.value = ''
            }}
            onDragEnter={handleDragOver}
            onDragOver={handleDragOver}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault()
              setOver(false)
              addFiles(droppedFiles(event.dataTransfer))
            }}
          />
        </div>
      )}
    </Field>
  )
}

function usePastedFiles(isOn: boolean, addFiles: (files: File[]) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (!files.length || isOverEditable(event.target)) return
    event.preventDefault()
    addFiles(files)
  })
  useEffect(() => {
    if (!isOn) return undefined
    const onPaste = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isOn])
}

/** A file dropped outside the zone would navigate away from a half-filled form. */
function useNoStrayDrops() {
  useEffect(() => {
    function preventDrop(event: globalThis.DragEvent) {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', preventDrop)
    window.addEventListener('drop', preventDrop)
    return () => {
      window.removeEventListener('dragover', preventDrop)
      window.removeEventListener('drop', preventDrop)
    }
  }, [])
}

/** Without folders, which DataTransfer lists as unreadable files. */
function droppedFiles(transfer: DataTransfer): File[] {
  return [...transfer.items]
    .filter((item) => item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null)
}

/** A paste into a text field belongs to the field. */
function isOverEditable(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('textarea, [contenteditable], input:not([type=file])') !== null
  )
}
