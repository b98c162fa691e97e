import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './FieldError.module.css'

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <CircleAlert />
      <span>{children}</span>
    </p>
  )
}
