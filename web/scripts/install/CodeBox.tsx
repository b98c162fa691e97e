import type { ReactNode } from 'react'

import { CopyButton } from '#web/ui/CopyButton.tsx'

import styles from './Install.module.css'

/** A text to copy, with its name; an example is only read. */
export function CodeBox({
  title,
  text,
  action,
  isExample = false,
}: {
  title: string
  text: string
  action?: ReactNode
  isExample?: boolean
}) {
  return (
    <figure className={`${styles.code} framed round-lg fill-1`}>
      <figcaption className="row wrap gap-2 line-below muted text-sm strong pad-2-2-2-5">
        <span className="push-rest">{title}</span>
        {action}
        {!isExample && (
          <CopyButton
            text={text}
            label="Copy"
            size="sm"
            copiedTitle={`Copied ${title}`}
            failedTitle={`${title} was not copied`}
          />
        )}
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be focusable, and is no landmark: a page has several with one name */}
      <div className="scroll" role="group" tabIndex={0} aria-label={title}>
        <pre className="vivid text-sm">{text}</pre>
      </div>
    </figure>
  )
}
