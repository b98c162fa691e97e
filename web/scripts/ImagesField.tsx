import { ArrowLeft, ArrowRight, Image, ImageOff, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { imageTypes, scriptLimits } from '#contract/script-fields.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

import { unfitImages } from './chosen-images.ts'
import type { ChosenImage } from './chosen-images.ts'
import styles from './ImagesField.module.css'
import type { ChosenImages } from './use-chosen-images.ts'
import { useTileDrag } from './use-tile-drag.ts'

/** Pictures by click, drop or paste, with a preview of each, in an order that can be changed. */
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
  const place = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<{ id: number; action: string }>()
  const [news, setNews] = useState('')
  const drag = useTileDrag((from, to) => {
    const image = images[from]
    if (image && from !== to) shift(image, from, to - from)
  })
  const unfit = new Set(unfitImages(images.map(({ file }) => file)))
  useEffect(() => {
    if (!focused) return
    const button = place.current?.querySelector<HTMLElement>(
      `[data-image="${focused.id}"] [data-action="${focused.action}"]:not(:disabled)`,
    )
    const other = place.current?.querySelector<HTMLElement>(
      `[data-image="${focused.id}"] button:not(:disabled)`,
    )
    ;(button ?? other ?? place.current?.querySelector('input'))?.focus()
  }, [focused])

  function takeOut({ id }: ChosenImage, index: number) {
    const next = images[index + 1] ?? images[index - 1]
    remove(id)
    setNews(`Image ${index + 1} removed`)
    setFocused({ id: next?.id ?? 0, action: 'remove' })
  }
  function shift({ id }: ChosenImage, index: number, by: number) {
    move(id, by)
    setNews(`Image ${index + 1} is now image ${index + 1 + by}`)
    setFocused({ id, action: by < 0 ? 'earlier' : 'later' })
  }
  return (
    <div ref={place} className={styles.field}>
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
          setNews(`${count} ${count === 1 ? 'image' : 'images'} chosen`)
        }}
      />
      <output className="visually-hidden">{news}</output>
      {images.length > 0 && (
        <ol className={styles.tiles} aria-label="Previews, in their order">
          {images.map((image, index) => (
            <li
              key={image.id}
              className={styles.tile}
              {...(images.length > 1 && drag.place(index))}
              data-image={image.id}
              data-invalid={unfit.has(index) || undefined}
            >
              <Preview image={image} position={index + 1} />
              {index === 0 && <span className={styles.cover}>Cover</span>}
              <div className={styles.actions}>
                {images.length > 1 && (
                  <>
                    <IconButton
                      label={`Move image ${index + 1} earlier`}
                      icon={<ArrowLeft />}
                      size="sm"
                      data-action="earlier"
                      className={styles.action}
                      disabled={index === 0}
                      onClick={() => shift(image, index, -1)}
                    />
                    <IconButton
                      label={`Move image ${index + 1} later`}
                      icon={<ArrowRight />}
                      size="sm"
                      data-action="later"
                      className={styles.action}
                      disabled={index === images.length - 1}
                      onClick={() => shift(image, index, 1)}
                    />
                  </>
                )}
                <IconButton
                  label={`Remove image ${index + 1}`}
                  icon={<X />}
                  size="sm"
                  data-action="remove"
                  className={classNames(styles.action, styles.remove)}
                  onClick={() => takeOut(image, index)}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** A picture that the browser cannot draw is still named. */
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
