import { avatarColor, avatarInitial, avatarInk } from './avatar-color.ts'
import styles from './Avatar.module.css'
import { classNames } from './class-names.ts'
import { useImageError } from './use-image-error.ts'

/** Decorative next to a name; otherwise pass `alt`. Shows the initial without an image. */
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
  const { hasFailed, imageProps } = useImageError(src ?? '')
  const hasImage = Boolean(src) && !hasFailed
  return (
    <span
      className={classNames(styles.avatar, styles[size])}
      style={{ '--tint': avatarColor(name), '--ink': avatarInk }}
      {...(alt && !hasImage ? { role: 'img', 'aria-label': alt } : {})}
    >
      <span aria-hidden="true">{avatarInitial(name)}</span>
      {hasImage && src && (
        <img className={styles.image} src={src} alt={alt} loading="lazy" decoding="async" {...imageProps} />
      )}
    </span>
  )
}
