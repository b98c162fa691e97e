import type { HTMLAttributes } from 'react'

import styles from './Card.module.css'
import { classNames } from './class-names.ts'

/** An interactive card contains one link with `cardLinkClass`. */
export function Card({
  as: Element = 'div',
  padding = 'none',
  isInteractive = false,
  className,
  ...element
}: HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside'
  padding?: 'none' | 'sm' | 'md' | 'lg'
  isInteractive?: boolean | undefined
}) {
  return (
    <Element
      {...element}
      className={classNames(
        styles.card,
        padding !== 'none' && styles[padding],
        isInteractive && styles.interactive,
        className,
      )}
    />
  )
}

/** The link of an interactive card, stretched over the card. */
export const cardLinkClass = classNames(styles.link)

/** Another link or button of the card, above the stretched link. */
export const cardAboveClass = classNames('relative', styles.above)
