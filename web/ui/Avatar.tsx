import { useState } from 'react'

import { avatarColor, avatarInitial, avatarInk } from './avatar-color.ts'
import styles from './Avatar.module.css'
import { classNames } from './class-names.ts'

/** Decorates the name beside it. Where no name is written, pass `alt`. A picture that fails leaves the initial. */
export function Avatar({
  name,
  src,
  size = 'sm',
  alt = '',
}: {
  name: string
  src?: string | null | undefined
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  alt?: string
}) {
  const [failedSrc, setFailedSrc] = useState('')
  const hasImage = Boolean(src) && src !== failedSrc
  return (
    <span
      className={classNames(styles.avatar, styles[size])}
      style={{ '--tint': avatarColor(name), '--ink': avatarInk }}
      {...(alt && !hasImage ? { role: 'img', 'aria-label': alt } : {})}
    >
      <span aria-hidden="true">{avatarInitial(name)}</span>
      {hasImage && src && (
        <img
          className={styles.image}
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={() => setFailedSrc(src)}
          ref={(image) => {
            // It may have failed before the page was hydrated, when nobody was listening yet.
            if (image?.complete && image.naturalWidth === 0) setFailedSrc(src)
          }}
        />
      )}
    </span>
  )
}
