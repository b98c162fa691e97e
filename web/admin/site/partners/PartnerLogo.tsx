import { useState } from 'react'

import styles from '#web/admin/resource/ResourceCard.module.css'

/** Logos are on other hosts: one that does not load is replaced by the name's first letter. */
export function PartnerLogo({ name, src }: { name: string; src: string }) {
  const [failedSrc, setFailedSrc] = useState('')
  return (
    <span className={`${styles.tile} grid rigid center clip round-md`}>
      {src && src !== failedSrc ? (
        <img src={src} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setFailedSrc(src)} />
      ) : (
        <b aria-hidden="true">{name.charAt(0).toUpperCase() || '?'}</b>
      )}
    </span>
  )
}
