import styles from './Card.module.css'
import { classNames } from './class-names.ts'

/** The one link of an interactive card: its area is the whole card. */
export const cardLinkClass = classNames(styles.link)

/** A second link or button on such a card, reachable above the stretched one. */
export const cardAboveClass = classNames(styles.above)
