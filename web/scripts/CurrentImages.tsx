import { RotateCcw, Star, X } from 'lucide-react'
import { useState } from 'react'

import { imageAt } from '#contract/images.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

import { movedItem } from './chosen-images.ts'
import styles from './ImagesField.module.css'
import { MoveImageButtons } from './MoveImageButtons.tsx'
import { useTileDrag } from './use-tile-drag.ts'
import { useTileFocus } from './use-tile-focus.ts'

/** Each image can be moved, made the cover, marked for removal, and unmarked. */
export function CurrentImages({
  images,
  removed,
  areReplaced,
  onReorder,
  onChange,
}: {
  images: readonly string[]
  removed: readonly string[]
  areReplaced: boolean
  onReorder: (images: string[]) => void
  onChange: (removed: string[]) => void
}) {
  const { container, focusTile } = useTileFocus()
  const [announcement, setAnnouncement] = useState('')
  const drag = useTileDrag((from, to) => moveImage(from, to, 'earlier'))
  const cover = areReplaced ? undefined : images.find((image) => !removed.includes(image))
  if (images.length === 0) return null

  function moveImage(from: number, to: number, action: string) {
    const id = images[from]
    if (id === undefined || from === to) return
    onReorder(movedItem(images, from, to))
    setAnnouncement(`Image ${from + 1} is now image ${to + 1}${action === 'cover' ? ', the cover' : ''}`)
    focusTile({ id, action })
  }
  return (
    <div ref={container}>
      <output className="visually-hidden">{announcement}</output>
      <ol className={styles.tiles} aria-label="Present images">
        {images.map((image, index) => {
          const isRemoved = removed.includes(image)
          const willBeRemoved = areReplaced || isRemoved
          return (
            <li
              key={image}
              className={styles.tile}
              {...(images.length > 1 && !areReplaced && drag.tileProps(index))}
              data-image={image}
              data-removed={willBeRemoved || undefined}
            >
              <img
                className={styles.preview}
                src={imageAt(image, 480)}
                alt={`${index + 1} of the present ones`}
                width={480}
                height={270}
                loading="lazy"
                decoding="async"
              />
              {image === cover && <span className={styles.cover}>Cover</span>}
              {willBeRemoved && (
                <span className={styles.removed}>{areReplaced ? 'Will be replaced' : 'Will be removed'}</span>
              )}
              <div className={styles.actions}>
                {images.length > 1 && (
                  <>
                    <MoveImageButtons
                      index={index}
                      count={images.length}
                      isDisabled={areReplaced}
                      onMove={(by) => moveImage(index, index + by, by < 0 ? 'earlier' : 'later')}
                    />
                    <IconButton
                      label={`Make image ${index + 1} the cover`}
                      icon={<Star />}
                      size="sm"
                      data-action="cover"
                      className={styles.action}
                      disabled={willBeRemoved || image === cover}
                      onClick={() => moveImage(index, 0, 'cover')}
                    />
                  </>
                )}
                <IconButton
                  label={`${isRemoved ? 'Keep' : 'Remove'} image ${index + 1}`}
                  icon={isRemoved ? <RotateCcw /> : <X />}
                  size="sm"
                  className={classNames(styles.action, styles.remove)}
                  disabled={areReplaced}
                  onClick={() =>
                    onChange(isRemoved ? removed.filter((other) => other !== image) : [...removed, image])
                  }
                />
              </div>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
