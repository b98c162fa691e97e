import { ArrowLeft, ArrowRight, Image, ImageOff, RotateCcw, Star, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { imageAt } from '#contract/platform/images.ts'
import { imageTypes } from '#contract/scripts/script-fields.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useDragOrder } from '#web/ui/list-order.ts'

import styles from './ImagesField.module.css'
import type { ScriptImage, ScriptImages } from './chosen-files.ts'

/** Each image can be moved, made the cover and removed; one that the script has can be kept after all. */
export function ImagesField({
  hint,
  images: { items, kept, problem, add, remove, restore, move },
}: {
  hint: string
  images: ScriptImages
}) {
  const { container, focusTile } = useTileFocus()
  const [announcement, setAnnouncement] = useState('')
  const drag = useDragOrder((from, to) => moveImage(from, to, 'earlier'))
  const [cover] = kept

  function moveImage(from: number, to: number, action: string) {
    const id = items[from]?.id
    if (id === undefined || from === to) return
    move(from, to)
    setAnnouncement(`Image ${from + 1} is now image ${to + 1}${action === 'cover' ? ', the cover' : ''}`)
    focusTile({ id, action })
  }
  function removeImage(image: ScriptImage, index: number) {
    const next = items[index + 1] ?? items[index - 1]
    remove(image)
    setAnnouncement(`Image ${index + 1} ${image.file ? 'removed' : 'will be removed'}`)
    if (image.file) focusTile({ id: next?.id ?? '', action: 'remove' })
  }
  return (
    <div ref={container} className="grid gap-3">
      <DropZone
        label="Images"
        hint={hint}
        error={problem}
        accept={imageTypes}
        icon={<Image />}
        isMultiple
        isPasteTarget
        onFiles={(files) => void add(files)}
      />
      <output className="visually-hidden">{announcement}</output>
      {items.length > 0 && (
        <ol className={`${styles.tiles} grid gap-3`} aria-label="Images, in their order">
          {items.map((image, index) => (
            <li
              key={image.id}
              className={`grid relative clip round-md fill-2 framed-strong ${styles.tile}`}
              {...(items.length > 1 && { ...drag.itemProps(index), ...drag.handleProps(index) })}
              data-image={image.id}
              data-removed={image.isRemoved || undefined}
            >
              <Preview image={image} position={index + 1} />
              {image === cover && <span className={`${styles.cover} text-xs strong`}>Cover</span>}
              {image.isRemoved && <span className={`${styles.removed} text-xs strong`}>Will be removed</span>}
              <div className={`${styles.actions} row wrap line-above`}>
                {items.length > 1 && (
                  <>
                    <IconButton
                      label={`Move image ${index + 1} earlier`}
                      icon={<ArrowLeft />}
                      size="sm"
                      data-action="earlier"
                      className={`${styles.action} rigid`}
                      disabled={index === 0}
                      onClick={() => moveImage(index, index - 1, 'earlier')}
                    />
                    <IconButton
                      label={`Move image ${index + 1} later`}
                      icon={<ArrowRight />}
                      size="sm"
                      data-action="later"
                      className={`${styles.action} rigid`}
                      disabled={index === items.length - 1}
                      onClick={() => moveImage(index, index + 1, 'later')}
                    />
                    <IconButton
                      label={`Make image ${index + 1} the cover`}
                      icon={<Star />}
                      size="sm"
                      data-action="cover"
                      className={`${styles.action} rigid`}
                      disabled={image.isRemoved || image === cover}
                      onClick={() => moveImage(index, 0, 'cover')}
                    />
                  </>
                )}
                <IconButton
                  label={`${image.isRemoved ? 'Keep' : 'Remove'} image ${index + 1}`}
                  icon={image.isRemoved ? <RotateCcw /> : <X />}
                  size="sm"
                  data-action="remove"
                  className={classNames(`${styles.action} rigid`, 'push')}
                  onClick={() => (image.isRemoved ? restore(image) : removeImage(image, index))}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Focuses a button of a tile after a change: a moved or disabled button loses the focus. */
function useTileFocus() {
  const container = useRef<HTMLDivElement>(null)
  const [focused, focusTile] = useState<{ id: string; action: string }>()
  useEffect(() => {
    if (!focused) return
    const tile = `[data-image="${CSS.escape(focused.id)}"]`
    const button = container.current?.querySelector<HTMLElement>(
      `${tile} [data-action="${focused.action}"]:not(:disabled, [aria-disabled])`,
    )
    const other = container.current?.querySelector<HTMLElement>(
      `${tile} button:not(:disabled, [aria-disabled])`,
    )
    ;(button ?? other ?? container.current?.querySelector('input'))?.focus()
  }, [focused])
  return { container, focusTile }
}

/** Shows the file name of an image that the browser cannot decode. */
function Preview({ image: { file, url }, position }: { image: ScriptImage; position: number }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return (
      <span className={`${styles.broken} grid items-center gap-4px faint text-xs break text-center`}>
        <ImageOff />
        <span>{file?.name ?? `Image ${position}`}</span>
      </span>
    )
  return (
    <img
      className={`${styles.preview} crop`}
      src={imageAt(url, 480)}
      alt={file ? `${position}: ${file.name}` : `Image ${position}`}
      width={480}
      height={270}
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
