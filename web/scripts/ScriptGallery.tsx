import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent, TouchEvent } from 'react'

import { imageAt, imageSet } from '#contract/images.ts'
import type { Script } from '#contract/scripts.ts'
import { CategoryIcon } from '#web/categories/CategoryIcon.tsx'
import { CategoryChip } from '#web/ui/CategoryChip.tsx'
import { ContourTile } from '#web/ui/ContourTile.tsx'

import styles from './ScriptGallery.module.css'

const swipeMin = 40

export function ScriptGallery({
  script: { name, images },
  category,
}: {
  script: Pick<Script, 'name' | 'images'>
  category: { name: string; color: string | undefined; icon: string | undefined }
}) {
  const [index, setIndex] = useState(0)
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const current = images[index]
  const isMany = images.length > 1
  const step = (by: number) => setIndex((at) => (at + by + images.length) % images.length)
  const swipe = useSwipe(step)
  const chip = (
    <span className={styles.category}>
      <CategoryChip name={category.name} color={category.color} size="md" isOnImage />
    </span>
  )

  function press(event: KeyboardEvent) {
    if (!isMany || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') step(-1)
    if (event.key === 'ArrowRight') step(1)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys work on whatever control of the gallery has the focus
    <section className={styles.gallery} aria-label="Images" onKeyDown={press}>
      <div className={styles.stage} {...(isMany && swipe)}>
        {current === undefined || failed.has(current) ? (
          <ContourTile
            icon={<CategoryIcon name={category.icon} />}
            color={category.color}
            className={styles.tile}
          />
        ) : (
          <img
            key={current}
            className={styles.image}
            src={imageAt(current, 960)}
            srcSet={imageSet(current)}
            sizes="(max-width: 860px) 100vw, (max-width: 1376px) calc(100vw - 460px), 908px"
            width={1600}
            height={900}
            alt={isMany ? `${name}, image ${index + 1} of ${images.length}` : name}
            fetchPriority={index === 0 ? 'high' : 'auto'}
            onError={() => setFailed(new Set([...failed, current]))}
            ref={(image) => {
              // It may have failed before the page was hydrated, when nobody was listening yet.
              if (image?.complete && image.naturalWidth === 0) setFailed(new Set([...failed, current]))
            }}
          />
        )}
        {isMany && (
          <>
            <button
              type="button"
              className={styles.arrow}
              data-side="left"
              aria-label="Previous image"
              onClick={() => step(-1)}
            >
              <ChevronLeft />
            </button>
            <button
              type="button"
              className={styles.arrow}
              data-side="right"
              aria-label="Next image"
              onClick={() => step(1)}
            >
              <ChevronRight />
            </button>
          </>
        )}
        {chip}
        {isMany && (
          <output className={styles.position}>
            <span className="visually-hidden">Image </span>
            {index + 1}
            <span aria-hidden="true"> / </span>
            <span className="visually-hidden"> of </span>
            {images.length}
          </output>
        )}
      </div>
      {isMany && (
        <ul className={styles.thumbs}>
          {images.map((image, at) => (
            <li key={image}>
              <button
                type="button"
                className={styles.thumb}
                aria-label={`Show image ${at + 1}`}
                aria-current={at === index ? 'true' : undefined}
                onClick={() => setIndex(at)}
              >
                <img
                  src={imageAt(image, 480)}
                  width={240}
                  height={135}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A finger drawn across the picture turns it; one drawn down scrolls the page as ever. */
function useSwipe(step: (by: number) => void) {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!from.current || !touch) return
      const [right, down] = [touch.clientX - from.current.x, touch.clientY - from.current.y]
      if (Math.abs(right) > swipeMin && Math.abs(right) > 2 * Math.abs(down)) step(right < 0 ? 1 : -1)
    },
  }
}
