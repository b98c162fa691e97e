import { RotateCcw, X } from 'lucide-react'

import { imageAt } from '#contract/images.ts'
import { Button } from '#web/ui/Button.tsx'

import styles from './ImagesField.module.css'

/** The pictures that a script has now; each can be marked to go, and kept after all. */
export function PresentImages({
  images,
  removed,
  areReplaced,
  onChange,
}: {
  images: readonly string[]
  removed: readonly string[]
  areReplaced: boolean
  onChange: (removed: string[]) => void
}) {
  if (images.length === 0) return null
  return (
    <ol className={styles.tiles} aria-label="Present images">
      {images.map((image, index) => {
        const isRemoved = removed.includes(image)
        const isLeaving = areReplaced || isRemoved
        return (
          <li key={image} className={styles.tile} data-leaving={isLeaving || undefined}>
            <img
              className={styles.preview}
              src={imageAt(image, 480)}
              alt={`${index + 1} of the present ones`}
              width={480}
              height={270}
              loading="lazy"
              decoding="async"
            />
            {isLeaving && (
              <span className={styles.leaving}>{areReplaced ? 'Will be replaced' : 'Will be removed'}</span>
            )}
            <div className={styles.actions}>
              <Button
                variant="ghost"
                size="sm"
                isWide
                icon={isRemoved ? <RotateCcw /> : <X />}
                className={styles.action}
                disabled={areReplaced}
                onClick={() =>
                  onChange(isRemoved ? removed.filter((other) => other !== image) : [...removed, image])
                }
              >
                {isRemoved ? 'Keep' : 'Remove'}
                <span className="visually-hidden"> image {index + 1}</span>
              </Button>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
