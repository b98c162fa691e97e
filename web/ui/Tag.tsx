import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import type { LinkProps } from './link-props.ts'
import styles from './Tag.module.css'

export function Tag({
  label,
  size = 'sm',
  renderLink,
}: {
  label: string
  size?: 'sm' | 'md'
  renderLink?: (props: LinkProps) => ReactNode
}) {
  const className = classNames('forced-frame', styles.tag, styles[size])
  const children = <span className={`clip ${styles.text}`}>{label}</span>
  if (renderLink) return renderLink({ className, children })
  return <span className={className}>{children}</span>
}
