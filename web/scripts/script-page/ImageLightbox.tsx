import { ChevronLeft, ChevronRight, ImageOff, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Heading } from 'react-aria-components'

import { imageAt, imageSet } from '#contract/platform/images.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ModalFrame } from '#web/ui/ModalFrame.tsx'

import styles from './ImageLightbox.module.css'
import type { Swipe } from './ScriptGallery.tsx'

type Lightbox = {
  name: string
  images: readonly string[]
  index: number
  swipe: Swipe
  onTurn: (index: number) => void
  onClose: () => void
}

export function ImageLightbox({ isOpen, ...lightbox }: Lightbox & { isOpen: boolean }) {
  return (
    <ModalFrame isOpen={isOpen} onClose={lightbox.onClose} size="full" className="clip">
      <LightboxContent {...lightbox} />
    </ModalFrame>
  )
}

function LightboxContent({ name, images, index, swipe, onTurn, onClose }: Lightbox) {
  const close = useRef<HTMLButtonElement>(null)
  // Not the dialog, whose key events would not reach the handler below.
  useEffect(() => close.current?.focus(), [])
  const isMany = images.length > 1
  const step = (by: 1 | -1) => onTurn((index + by + images.length) % images.length)

  function handleKeyDown(event: KeyboardEvent) {
    if (!isMany || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'ArrowRight') step(1)
    else if (event.key === 'Home') onTurn(0)
    else if (event.key === 'End') onTurn(images.length - 1)
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys apply to all controls of the lightbox
    <div className="grid relative tall rows-auto-fill" onKeyDown={handleKeyDown}>
      <header className="pad-2-2-2-5 row gap-4 min-0 muted">
        <Heading slot="title" level={2} className={classNames('grow text-lg ellipsis')}>
          {name}
        </Heading>
        {isMany && (
          <output className="numeric">
            <span className="visually-hidden">Image </span>
            {index + 1}
            <span aria-hidden="true"> / </span>
            <span className="visually-hidden"> of </span>
            {images.length}
          </output>
        )}
        <IconButton label="Close" icon={<X />} size="lg" ref={close} onClick={onClose} />
      </header>
      <div className={`grid center fill-0 ${styles.stage} min-h-0`} {...(isMany && swipe)}>
        <LightboxImage
          key={images[index]}
          url={images[index] ?? ''}
          alt={isMany ? `${name}, image ${index + 1} of ${images.length}` : name}
        />
      </div>
      {isMany && (
        <>
          <IconButton
            label="Previous image"
            icon={<ChevronLeft />}
            size="lg"
            variant="quiet"
            className={styles.previous}
            onClick={() => step(-1)}
          />
          <IconButton
            label="Next image"
            icon={<ChevronRight />}
            size="lg"
            variant="quiet"
            className={styles.next}
            onClick={() => step(1)}
          />
        </>
      )}
    </div>
  )
}

function LightboxImage({ url, alt }: { url: string; alt: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return (
      <p className="row gap-2 muted">
        <ImageOff />
        This image could not be loaded.
      </p>
    )
  return (
    <img
      className="full-size min-h-0 contain"
      src={imageAt(url, 1600)}
      srcSet={imageSet(url)}
      sizes="100vw"
      alt={alt}
      onError={() => setBroken(true)}
    />
  )
}
