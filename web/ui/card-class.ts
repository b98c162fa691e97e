import styles from './Card.module.css'
import { classNames } from './class-names.ts'

/** The link of an interactive card, stretched over the card. */
export const cardLinkClass = classNames(styles.link)

/** Another link or button of the card, above the stretched link. */
export const cardAboveClass = classNames('relative', styles.above)
