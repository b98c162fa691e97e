import type { CSSProperties } from 'react'

/** What a username may be styled with. Nothing here can load a file, leave its line or hide the name. */
const properties = new Set(
  [
    'color background background-color background-image background-size background-clip -webkit-background-clip',
    '-webkit-text-fill-color -webkit-text-stroke font-family font-style font-variant font-weight letter-spacing',
    'text-decoration text-decoration-color text-decoration-line text-decoration-style text-decoration-thickness',
    'text-shadow text-transform',
  ]
    .join(' ')
    .split(' '),
)

const forbidden = /[\\<>{}@;]|\/\*|!|url\s*\(|image-set|expression|attr\s*\(|var\s*\(/i
const valueLengthMax = 200

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
    if (!properties.has(name) || !value || value.length > valueLengthMax || forbidden.test(value)) continue
    style[name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())] = value
  }
  return style
}
