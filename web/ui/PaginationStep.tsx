import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import type { LinkProps } from './link-props.ts'
import styles from './Pagination.module.css'

/** Previous or Next: a link, or disabled text on the first or last page. */
export function PaginationStep({
  isDisabled,
  render,
  children,
}: {
  isDisabled: boolean
  render: (props: LinkProps) => ReactNode
  children: ReactNode
}) {
  if (!isDisabled) return render({ className: classNames(styles.step), children })
  return (
    <span className={classNames(styles.step, styles.disabled)} aria-disabled="true">
      {children}
    </span>
  )
}
