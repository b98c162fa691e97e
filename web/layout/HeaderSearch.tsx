import { useRef } from 'react'

import styles from './HeaderSearch.module.css'
import { SiteSearch } from './SiteSearch.tsx'
import { useSearchKey } from './use-search-key.ts'

export function HeaderSearch() {
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  return (
    <div className={styles.search}>
      <SiteSearch field={field} hint={<kbd aria-hidden="true">Ctrl K</kbd>} />
    </div>
  )
}
