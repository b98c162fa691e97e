import { ImageUp, X } from 'lucide-react'
import { useRef } from 'react'

import { imageTypes } from '#contract/script-fields.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DropZone } from '#web/ui/DropZone.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'

import styles from './AvatarField.module.css'
import type { AvatarChoice } from './use-avatar-choice.ts'

/** The picture as it would be, beside the place to choose it. */
export function AvatarField({
  name,
  present,
  choice,
}: {
  name: string
  present: string | null
  choice: AvatarChoice
}) {
  const place = useRef<HTMLDivElement>(null)
  const { file, url } = choice
  return (
    <div ref={place} className={styles.field}>
      <div className={styles.preview}>
        <Avatar
          name={name}
          src={url ?? present}
          size="xl"
          alt={file ? 'Your avatar as it would be' : 'Your avatar'}
        />
      </div>
      <div className={styles.choice}>
        <DropZone
          label="Avatar"
          hint="JPEG, PNG, GIF or WebP, less than 10MB. A square picture looks best."
          error={choice.problem}
          accept={imageTypes}
          icon={<ImageUp />}
          isPasteTarget
          onFiles={([chosen]) => {
            if (chosen) choice.choose(chosen)
          }}
        />
        <output className={file ? styles.chosen : 'visually-hidden'}>
          {file && (
            <span className={styles.file}>
              <span className={styles.fileName}>{file.name}</span> {fileSizeText(file.size)}, not saved yet
            </span>
          )}
        </output>
        {file && (
          <Button
            size="sm"
            icon={<X />}
            className={styles.remove}
            onClick={() => {
              choice.clear()
              place.current?.querySelector('input')?.focus()
            }}
          >
            Remove choice
          </Button>
        )}
      </div>
    </div>
  )
}
