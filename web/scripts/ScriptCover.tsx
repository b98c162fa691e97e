import { useState } from 'react'

import type { Category } from '#contract/categories.ts'
import { imageAt, imageSet } from '#contract/images.ts'
import { CategoryIcon } from '#web/categories/CategoryIcon.tsx'
import { ContourTile } from '#web/ui/ContourTile.tsx'

import styles from './ScriptCover.module.css'

// A row card shows the middle of a picture as high as the card; a grid card is at most a quarter of the page.
const sizes = '(max-width: 560px) 240px, (max-width: 900px) 50vw, 320px'

/** The picture of a card, or its category's icon on contour lines where there is none or it does not load. */
export function ScriptCover({
  image,
  category,
  loading,
}: {
  image: string | null
  category: Pick<Category, 'icon' | 'color'> | undefined
  loading: 'first' | 'eager' | 'lazy'
}) {
  const [failed, setFailed] = useState('')
  if (image === null || image === failed)
    return (
      <ContourTile
        icon={<CategoryIcon name={category?.icon} />}
        color={category?.color}
        className={styles.tile}
      />
    )
  const small = imageAt(image, 480)
  return (
    <img
      className={styles.image}
      src={small}
      {...(small !== imageAt(image, 960) && { srcSet: imageSet(image), sizes })}
      width="480"
      height="270"
      alt=""
      loading={loading === 'lazy' ? 'lazy' : 'eager'}
      decoding="async"
      fetchPriority={loading === 'first' ? 'high' : 'auto'}
      onError={() => setFailed(image)}
      ref={(element) => {
        // It may have failed before the page was hydrated, when nobody was listening yet.
        if (element?.complete && element.naturalWidth === 0) setFailed(image)
      }}
    />
  )
}
