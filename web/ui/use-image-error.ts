import { useState } from 'react'

/** Spread `imageProps` on the image: `hasFailed` is true once it could not be loaded. */
export function useImageError(src: string) {
  const [failedSrc, setFailedSrc] = useState('')
  const fail = () => setFailedSrc(src)
  return {
    hasFailed: src === failedSrc,
    imageProps: {
      onError: fail,
      ref: (image: HTMLImageElement | null) => {
        // It may have failed before hydration. A loaded image of few pixels can have the natural
        // width 0 too, since that is divided by the density of its source.
        if (image?.complete && image.naturalWidth === 0) image.decode().catch(fail)
      },
    },
  }
}
