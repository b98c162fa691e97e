import type { CSSProperties } from 'react'

import { nameStyleLimits, nameStyleProperties } from '#contract/name-style.ts'

const properties: ReadonlySet<string> = new Set(nameStyleProperties)
const forbidden = /[\\<>{}@;]|\/\*|!|url\s*\(|image-set|expression|attr\s*\(|var\s*\(/i

/**
 * The declarations of a user style as React takes them. The server has checked them when they were written; here
 * everything that is not known is left out once more, so that a name stays a name whatever was stored.
 */
export function readNameStyle(css: string | null | undefined): CSSProperties {
  const style: Record<string, string> = {}
  for (const declaration of (css ?? '').split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (!properties.has(name) || !value || value.length > nameStyleLimits.valueMax || forbidden.test(value))
      continue
    style[name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())] = value
  }
  return style
}
