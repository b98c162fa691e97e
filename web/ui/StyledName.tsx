import './name-fonts.css'

import { readNameStyle } from './styled-name.ts'
import styles from './StyledName.module.css'

/** A username in its user or group style; the class confines the style to the line. */
export function StyledName({ name, css }: { name: string; css?: string | null | undefined }) {
  return (
    <span className={styles.name} style={readNameStyle(css)}>
      {name}
    </span>
  )
}
