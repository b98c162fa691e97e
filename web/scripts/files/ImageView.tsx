import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import type { TreeFile } from '#contract/scripts/versions.ts'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { nameOf } from './file-tree.ts'
import { imageQuery } from './files.data.ts'
import styles from './FilePanel.module.css'

/** An image, on a checkerboard that shows what is transparent. */
export function ImageView({ versionId, file: { n, path } }: { versionId: number; file: TreeFile }) {
  const { data, isError, isFetching, refetch } = useQuery(imageQuery(versionId, n))
  const showBlob = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !data) return undefined
      image.src = URL.createObjectURL(data)
      return () => URL.revokeObjectURL(image.src)
    },
    [data],
  )
  const [size, setSize] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  if (isError || isBroken)
    return (
      <FailedState
        heading="h3"
        title={isBroken ? 'Your browser cannot show this image' : 'Failed to load image'}
        {...(!isBroken && { onRetry: () => void refetch() })}
        isRetrying={isFetching}
      />
    )
  if (!data)
    return (
      <div className={`${styles.image} grid items-center gap-3 pad-4`} aria-busy="true">
        <Skeleton shape="block" height={240} />
      </div>
    )
  return (
    <figure className={`${styles.image} grid items-center gap-3 pad-4`}>
      <img
        ref={showBlob}
        alt={nameOf(path)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(`${naturalWidth} × ${naturalHeight}`)
        }
        onError={() => setBroken(true)}
      />
      <figcaption className="faint text-sm numeric">{size}</figcaption>
    </figure>
  )
}
