import type { CSSProperties } from 'react'

import { nameStyleLimits, nameStyleProperties } from '#contract/access/name-style.ts'

const properties: ReadonlySet<string> = new Set(nameStyleProperties)
const forbidden = /[\\<>{}@;]|\/\*|!|url\s*\(|image-set|expression|attr\s*\(|var\s*\(/i

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
