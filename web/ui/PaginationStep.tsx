import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import type { LinkProps } from './link-props.ts'
import styles from './Pagination.module.css'

/** Previous or Next: a link, or at the end of the row a text that keeps its place. */
export function PaginationStep({
  isOff,
  render,
  children,
}: {
  isOff: boolean
  render: (props: LinkProps) => ReactNode
  children: ReactNode
}) {
  if (!isOff) return render({ className: classNames(styles.step), children })
  return (
    <span className={classNames(styles.step, styles.off)} aria-disabled="true">
      {children}
    </span>
  )
}
