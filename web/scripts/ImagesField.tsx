import { Image, ImageOff, X } from 'lucide-react'
import { useState } from 'react'

import { imageTypes, scriptLimits } from '#contract/script-fields.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

import { invalidImageIndexes } from './chosen-images.ts'
import type { ChosenImage } from './chosen-images.ts'
import styles from './ImagesField.module.css'
import { MoveImageButtons } from './MoveImageButtons.tsx'
import type { ChosenImages } from './use-chosen-images.ts'
import { useTileDrag } from './use-tile-drag.ts'
import { useTileFocus } from './use-tile-focus.ts'

export function ImagesField({
  label,
  hint,
  isOptional,
  chosen,
}: {
  label: string
  hint: string
  isOptional?: boolean
  chosen: ChosenImages
}) {
  const { images, problem, add, remove, move } = chosen
  const { container, focusTile } = useTileFocus()
  const [announcement, setAnnouncement] = useState('')
  const drag = useTileDrag((from, to) => {
    const image = images[from]
    if (image && from !== to) moveImage(image, from, to - from)
  })
  const invalid = new Set(invalidImageIndexes(images.map(({ file }) => file)))

  function removeImage({ id }: ChosenImage, index: number) {
    const next = images[index + 1] ?? images[index - 1]
    remove(id)
    setAnnouncement(`Image ${index + 1} removed`)
    focusTile({ id: next?.id ?? 0, action: 'remove' })
  }
  function moveImage({ id }: ChosenImage, index: number, by: number) {
    move(id, by)
    setAnnouncement(`Image ${index + 1} is now image ${index + 1 + by}`)
    focusTile({ id, action: by < 0 ? 'earlier' : 'later' })
  }
  return (
    <div ref={container} className={styles.field}>
      <DropZone
        label={label}
        hint={hint}
        error={problem}
        accept={imageTypes}
        icon={<Image />}
        isMultiple
        isPasteTarget
        isOptional={isOptional}
        onFiles={(files) => {
          add(files)
          const count = Math.min(images.length + files.length, scriptLimits.imagesMax)
          setAnnouncement(`${count} ${count === 1 ? 'image' : 'images'} chosen`)
        }}
      />
      <output className="visually-hidden">{announcement}</output>
      {images.length > 0 && (
        <ol className={styles.tiles} aria-label="Previews, in their order">
          {images.map((image, index) => (
            <li
              key={image.id}
              className={styles.tile}
              {...(images.length > 1 && drag.tileProps(index))}
              data-image={image.id}
              data-invalid={invalid.has(index) || undefined}
            >
              <Preview image={image} position={index + 1} />
              {index === 0 && <span className={styles.cover}>Cover</span>}
              <div className={styles.actions}>
                {images.length > 1 && (
                  <MoveImageButtons
                    index={index}
                    count={images.length}
                    onMove={(by) => moveImage(image, index, by)}
                  />
                )}
                <IconButton
                  label={`Remove image ${index + 1}`}
                  icon={<X />}
                  size="sm"
                  data-action="remove"
                  className={classNames(styles.action, styles.remove)}
                  onClick={() => removeImage(image, index)}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Shows the file name of an image that the browser cannot decode. */
function Preview({ image: { file, url }, position }: { image: ChosenImage; position: number }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return (
      <span className={styles.broken}>
        <ImageOff />
        <span>{file.name}</span>
      </span>
    )
  return (
    <img
      className={styles.preview}
      src={url}
      alt={`${position}: ${file.name}`}
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
