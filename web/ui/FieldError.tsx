import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './FieldError.module.css'

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className={`flex gap-6px text-sm pre-line ${styles.error}`}>
      <CircleAlert />
      <span>{children}</span>
    </p>
  )
}
