import type { ReactNode } from 'react'

import styles from './Breadcrumbs.module.css'
import { classNames } from './class-names.ts'
import type { LinkProps } from './link-props.ts'

/** The step without `renderLink` is the current page. */
export function Breadcrumbs({
  steps,
}: {
  steps: readonly { label: string; renderLink?: (props: LinkProps) => ReactNode }[]
}) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={`row wrap text-sm faint ${styles.list}`}>
        {steps.map((step) => (
          <li key={step.label}>
            {step.renderLink ? (
              step.renderLink({ className: classNames(styles.link), children: step.label })
            ) : (
              <span className="muted ellipsis" aria-current="page">
                {step.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
