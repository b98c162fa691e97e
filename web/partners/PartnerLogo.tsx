import { Handshake } from 'lucide-react'
import { useState } from 'react'

import { ContourTile } from '#web/ui/ContourTile.tsx'

import styles from './PartnerCard.module.css'

/** Decorates the name beside it. A picture that fails to load is replaced by one that stands for any partner. */
export function PartnerLogo({ src }: { src: string }) {
  const [failedSrc, setFailedSrc] = useState('')
  if (!src || src === failedSrc) return <ContourTile icon={<Handshake />} className={styles.logo} />
  return (
    <img
      className={styles.logo}
      src={src}
      alt=""
      width={112}
      height={63}
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
      ref={(image) => {
        // It may have failed before the page was hydrated, when nobody was listening yet.
        if (image?.complete && image.naturalWidth === 0) setFailedSrc(src)
      }}
    />
  )
}
