import { Crop, ImageUp, X } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'

import { imageTypes } from '#contract/scripts/script-fields.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DropZone } from '#web/ui/DropZone.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'

import styles from './AvatarField.module.css'
import type { AvatarChoice } from './use-avatar-choice.ts'

const AvatarCropDialog = lazyPart(() => import('./AvatarCropDialog.tsx'), 'AvatarCropDialog')

/** A preview of the avatar next to the field that chooses a new one. */
export function AvatarField({
  name,
  currentUrl,
  choice,
  label = 'Avatar',
}: {
  name: string
  currentUrl: string | null
  choice: AvatarChoice
  label?: string
}) {
  const container = useRef<HTMLDivElement>(null)
  const { file, url, croppable } = choice
  const [isCropping, setCropping] = useState(false)
  return (
    <div ref={container} className={`grid gap-6 top cols-auto-fill phone-stack ${styles.field}`}>
      <div className={styles.preview}>
        <Avatar name={name} src={url ?? currentUrl} size="xl" alt={file ? `Preview: ${label}` : label} />
      </div>
      <div className={`${styles.choice} cols-fill-auto grid gap-3 middle min-0`}>
        <DropZone
          label={label}
          hint="JPEG, PNG, GIF or WebP, less than 10MB. A square picture looks best."
          error={choice.problem}
          accept={imageTypes}
          icon={<ImageUp />}
          isPasteTarget
          onFiles={([chosen]) => {
            if (chosen) choice.choose(chosen)
          }}
        />
        <output className={file ? 'min-0 muted text-sm' : 'visually-hidden'}>
          {file && (
            <span className="block break">
              <span className="vivid strong">{file.name}</span> {fileSizeText(file.size)}, not saved yet
            </span>
          )}
        </output>
        {file && (
          <div className="justify-end col-2 flex wrap gap-2">
            {croppable && (
              <Button size="sm" icon={<Crop />} onClick={() => setCropping(true)}>
                Crop
              </Button>
            )}
            <Button
              size="sm"
              icon={<X />}
              onClick={() => {
                choice.clear()
                container.current?.querySelector('input')?.focus()
              }}
            >
              Remove choice
            </Button>
          </div>
        )}
        {isCropping && croppable && (
          <Suspense>
            <AvatarCropDialog
              file={croppable}
              onClose={() => setCropping(false)}
              onCropped={(part) => {
                choice.crop(part)
                setCropping(false)
              }}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}
