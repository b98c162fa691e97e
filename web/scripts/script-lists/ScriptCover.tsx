import type { Category } from '#contract/scripts/categories.ts'
import { imageAt, imageSet } from '#contract/platform/images.ts'
import { CategoryIcon } from '#web/scripts/categories/CategoryIcon.tsx'
import { PlaceholderTile } from '#web/ui/PlaceholderTile.tsx'
import { useImageError } from '#web/ui/use-image-error.ts'

import styles from './ScriptCover.module.css'

// On phones a card is a row with a small image; in the grid it is at most a quarter of the page.
const sizes = '(max-width: 560px) 136px, (max-width: 900px) 50vw, 320px'

/** The image of a script, or the icon of its category without one. */
export function ScriptCover({
  image,
  category,
  loading,
}: {
  image: string | null
  category: Pick<Category, 'icon' | 'color'> | undefined
  loading: 'first' | 'eager' | 'lazy'
}) {
  const { hasFailed, imageProps } = useImageError(image ?? '')
  if (image === null || hasFailed)
    return (
      <PlaceholderTile
        icon={<CategoryIcon name={category?.icon} />}
        color={category?.color}
        className={styles.tile}
      />
    )
  const small = imageAt(image, 480)
  return (
    <img
      className={`crop ${styles.image}`}
      src={small}
      {...(small !== imageAt(image, 960) && { srcSet: imageSet(image), sizes })}
      width="480"
      height="270"
      alt=""
      loading={loading === 'lazy' ? 'lazy' : 'eager'}
      decoding="async"
      fetchPriority={loading === 'first' ? 'high' : 'auto'}
      {...imageProps}
    />
  )
}
