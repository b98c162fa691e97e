import type { CSSProperties } from 'react'

import { nameStyleLimits, nameStyleProperties } from '#contract/access/name-style.ts'

import './name-fonts.css'
import styles from './StyledName.module.css'

const properties: ReadonlySet<string> = new Set(nameStyleProperties)
const forbidden = /[\\<>{}@;]|\/\*|!|url\s*\(|image-set|expression|attr\s*\(|var\s*\(/i

/** A username in its user or group style; the class confines the style to the line. */
export function StyledName({ name, css }: { name: string; css?: string | null | undefined }) {
  return (
    <span className={`max-full break ${styles.name}`} style={readNameStyle(css)}>
      {name}
    </span>
  )
}

/** Parses a user style for React. The server validates styles; this drops unknown declarations again, as defense in depth. */
export function readNameStyle(css: string | null | undefined): CSSProperties {
  const style: Record<string, string> = {}
  for (const declaration of (css ?? '').split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (
      !properties.has(name) ||
      !value ||
      value.length > nameStyleLimits.readableValueMax ||
      forbidden.test(value)
    )
      continue
    style[name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())] = value
  }
  return style
}
