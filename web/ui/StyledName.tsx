import './name-fonts.css'

import { readNameStyle } from './styled-name.ts'
import styles from './StyledName.module.css'

/** A username in the style that its group or its owner has. Whatever the style is, it stays in its own line. */
export function StyledName({ name, css }: { name: string; css?: string | null | undefined }) {
  return (
    <span className={styles.name} style={readNameStyle(css)}>
      {name}
    </span>
  )
}
