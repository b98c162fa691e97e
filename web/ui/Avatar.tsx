import styles from './Avatar.module.css'
import { classNames } from './class-names.ts'
import { useImageError } from './use-image-error.ts'

// At least 7:1 contrast with the dark initial.
const palette = [
  '#e0c184',
  '#8fb7d8',
  '#a9c79a',
  '#d99a86',
  '#c7b2dd',
  '#e3b7a0',
  '#8cc4bb',
  '#d8a4bd',
  '#c9c08a',
  '#9fb0e0',
] as const

export const avatarInk = '#17130c'

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
      className={classNames('forced-frame', styles.avatar, styles[size])}
      style={{ '--tint': avatarColor(name), '--ink': avatarInk }}
      {...(alt && !hasImage ? { role: 'img', 'aria-label': alt } : {})}
    >
      <span aria-hidden="true">{avatarInitial(name)}</span>
      {hasImage && src && (
        <img
          className={`full-size cover fill-3 ${styles.image}`}
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          {...imageProps}
        />
      )}
    </span>
  )
}

export function avatarColor(name: string): string {
  // FNV-1a: a sum of characters would map most names to a few colors.
  let hash = 0x811c9dc5
  for (const character of name.toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return palette[hash % palette.length] ?? palette[0]
}

export function avatarInitial(name: string): string {
  const [first = '?'] = name.trim()
  return first.toUpperCase()
}
