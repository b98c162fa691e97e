import { useState } from 'react'

import styles from '#web/admin/layout/CardList.module.css'

/** A logo stands on another host and may be gone: then the name's first letter stands there. */
export function PartnerLogo({ name, src }: { name: string; src: string }) {
  const [failed, setFailed] = useState('')
  return (
    <span className={styles.tile}>
      {src && src !== failed ? (
        <img src={src} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(src)} />
      ) : (
        <b aria-hidden="true">{name.charAt(0).toUpperCase() || '?'}</b>
      )}
    </span>
  )
}
