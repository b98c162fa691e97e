import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense, useState, type KeyboardEvent, useRef, type TouchEvent } from 'react'

import { imageAt, imageSet } from '#contract/platform/images.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { scriptPath } from '#web/app/paths.ts'
import { CategoryIcon } from '#web/scripts/categories/CategoryIcon.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { CategoryChip } from '#web/ui/CategoryChip.tsx'
import { PlaceholderTile } from '#web/ui/PlaceholderTile.tsx'
import { useImageError } from '#web/ui/use-image-error.ts'

import { loadLazyParts } from './lazy.ts'
import styles from './ScriptGallery.module.css'

const loadLightbox = async () => (await loadLazyParts()).loadLightbox()
const ImageLightbox = lazyPart(loadLightbox, 'default')

type ImageCategory = { name: string; color: string | undefined; icon: string | undefined }

export function ScriptGallery({
  script: { id, name, images },
  category,
}: {
  script: Pick<Script, 'id' | 'name' | 'images'>
  category: ImageCategory
}) {
  const [index, setIndex] = useState(0)
  const [isRequested, setRequested] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const current = images[index]
  const { hasFailed, imageProps } = useImageError(current ?? '')
  const isMany = images.length > 1
  const step = (by: number) => setIndex((imageIndex) => (imageIndex + by + images.length) % images.length)
  const swipe = useSwipe(step)
  const chip = (
    <span className={`absolute ${styles.category}`}>
      <CategoryChip name={category.name} color={category.color} size="md" isOnImage />
    </span>
  )

  function handleKeyDown(event: KeyboardEvent) {
    if (!isMany || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') step(-1)
    if (event.key === 'ArrowRight') step(1)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys apply to all controls of the gallery */}
      <section aria-label="Images" onKeyDown={handleKeyDown}>
        <div
          className={`${styles.stage} wide-image relative clip round-lg fill-2`}
          data-cover={scriptPath(id)}
          {...(isMany && swipe)}
        >
          {current === undefined || hasFailed ? (
            <CategoryTile category={category} />
          ) : (
            <button
              type="button"
              className={`block full-size bare ${styles.open}`}
              onPointerEnter={() => void loadLightbox()}
              onClick={() => {
                setRequested(true)
                setOpen(true)
              }}
            >
              <img
                key={current}
                className={`${styles.image} contain`}
                src={imageAt(current, 960)}
                srcSet={imageSet(current)}
                sizes="(max-width: 860px) 80vw, (max-width: 1376px) calc(100vw - 460px), 908px"
                width={1600}
                height={900}
                alt={isMany ? `${name}, image ${index + 1} of ${images.length}` : name}
                fetchPriority={index === 0 ? 'high' : 'auto'}
                {...imageProps}
              />
              <span className="visually-hidden">(show in full size)</span>
            </button>
          )}
          {isMany && (
            <>
              <button
                type="button"
                className={`grid center pointer square-44 pad-0 absolute circle ${styles.arrow}`}
                data-side="left"
                aria-label="Previous image"
                onClick={() => step(-1)}
              >
                <ChevronLeft />
              </button>
              <button
                type="button"
                className={`grid center pointer square-44 pad-0 absolute circle ${styles.arrow}`}
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
            <output className={`row text-sm numeric absolute ${styles.position}`}>
              <span className="visually-hidden">Image </span>
              {index + 1}
              <span aria-hidden="true"> / </span>
              <span className="visually-hidden"> of </span>
              {images.length}
            </output>
          )}
        </div>
        {isMany && (
          <ul className={`${styles.thumbs} grid gap-10px`}>
            {images.map((image, imageIndex) => (
              <li key={image}>
                <button
                  type="button"
                  className={`full clip framed round-md fill-2 pointer block pad-0 ${styles.thumb}`}
                  aria-label={`Show image ${imageIndex + 1}`}
                  aria-current={imageIndex === index ? 'true' : undefined}
                  onClick={() => setIndex(imageIndex)}
                >
                  <Thumbnail image={image} category={category} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {/* Outside of the section, whose key handler would apply to it as well. */}
      {isRequested && (
        <Suspense>
          <ImageLightbox
            {...{ name, images, index, isOpen, swipe }}
            onTurn={setIndex}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Thumbnail({ image, category }: { image: string; category: ImageCategory }) {
  const { hasFailed, imageProps } = useImageError(image)
  if (hasFailed) return <CategoryTile category={category} />
  return (
    <img
      src={imageAt(image, 480)}
      width={240}
      height={135}
      alt=""
      loading="lazy"
      decoding="async"
      {...imageProps}
    />
  )
}

/** Replaces an image that cannot be loaded. */
function CategoryTile({ category: { icon, color } }: { category: ImageCategory }) {
  return <PlaceholderTile icon={<CategoryIcon name={icon} />} color={color} className={styles.tile} />
}

const swipeMin = 40

export type Swipe = Record<'onTouchStart' | 'onTouchEnd', (event: TouchEvent) => void>

/** Horizontal swipes step; vertical ones scroll the page. */
function useSwipe(step: (by: 1 | -1) => void): Swipe {
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
