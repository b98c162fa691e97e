import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { KeyboardEvent } from 'react'

import { imageAt, imageSet } from '#contract/images.ts'
import type { Script } from '#contract/scripts.ts'
import { scriptPath } from '#web/app/paths.ts'
import { CategoryIcon } from '#web/categories/CategoryIcon.tsx'
import { CategoryChip } from '#web/ui/CategoryChip.tsx'
import { ContourTile } from '#web/ui/ContourTile.tsx'

import { lateParts } from './late-parts.ts'
import styles from './ScriptGallery.module.css'
import { useSwipe } from './use-swipe.ts'

const loadLightbox = async () => (await lateParts()).loadLightbox()
const ImageLightbox = lazy(loadLightbox)

export function ScriptGallery({
  script: { id, name, images },
  category,
}: {
  script: Pick<Script, 'id' | 'name' | 'images'>
  category: { name: string; color: string | undefined; icon: string | undefined }
}) {
  const [index, setIndex] = useState(0)
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
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
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys work on whatever control of the gallery has the focus */}
      <section className={styles.gallery} aria-label="Images" onKeyDown={press}>
        <div className={styles.stage} data-cover={scriptPath(id)} {...(isMany && swipe)}>
          {current === undefined || failed.has(current) ? (
            <ContourTile
              icon={<CategoryIcon name={category.icon} />}
              color={category.color}
              className={styles.tile}
            />
          ) : (
            <button
              type="button"
              className={styles.open}
              onPointerEnter={() => void loadLightbox()}
              onClick={() => {
                setWanted(true)
                setOpen(true)
              }}
            >
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
              <span className="visually-hidden">(show in full size)</span>
            </button>
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
      {/* Outside of the section: its keys are not to turn the pictures twice. */}
      {isWanted && (
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
