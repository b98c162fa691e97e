import { Library } from 'lucide-react'

import { imageAt } from '#contract/platform/images.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PlaceholderTile } from '#web/ui/PlaceholderTile.tsx'

import styles from './CollectionCover.module.css'

/** Up to four images of its first scripts, as tiles of one. */
export function CollectionCover({
  images,
  loading = 'lazy',
  className,
}: {
  images: readonly string[]
  loading?: 'first' | 'eager' | 'lazy'
  className?: string | undefined
}) {
  if (images.length === 0)
    return <PlaceholderTile icon={<Library />} className={classNames(styles.empty, className)} />
  return (
    <div
      className={classNames(`${styles.cover} grid gap-2px clip fill-3`, className)}
      data-count={images.length}
    >
      {images.map((image, index) => (
        <img
          className="full tall crop"
          key={image}
          src={imageAt(image, 480)}
          width="480"
          height="270"
          alt=""
          loading={loading === 'lazy' ? 'lazy' : 'eager'}
          decoding="async"
          fetchPriority={loading === 'first' && index === 0 ? 'high' : 'auto'}
        />
      ))}
    </div>
  )
}
