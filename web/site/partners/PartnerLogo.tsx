import { Handshake } from 'lucide-react'

import { PlaceholderTile } from '#web/ui/PlaceholderTile.tsx'
import { useImageError } from '#web/ui/use-image-error.ts'

import styles from './PartnerCard.module.css'

/** Decorative: the name is next to it. An image that fails to load is replaced by an icon. */
export function PartnerLogo({ src }: { src: string }) {
  const { hasFailed, imageProps } = useImageError(src)
  if (!src || hasFailed)
    return <PlaceholderTile icon={<Handshake />} className={`${styles.logo} round-md fill-2`} />
  return (
    <img
      className={`${styles.logo} round-md fill-2`}
      src={src}
      alt=""
      width={112}
      height={63}
      loading="lazy"
      decoding="async"
      {...imageProps}
    />
  )
}
