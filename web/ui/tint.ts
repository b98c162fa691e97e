import type { Tone } from './Badge.tsx'

const defaultColor = '#ad9c7e'
const hexColor = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** Stored colors are written into style attributes, so that only hex colors are accepted. */
export function tintOf(color: string | null | undefined): string {
  return color && hexColor.test(color) ? color : defaultColor
}

/** Sets `--tint`: of a stored color, or else of a tone. */
export function tintProps(tone: Tone, color: string | null | undefined) {
  return color === undefined ? { 'data-tone': tone } : { style: { '--tint': tintOf(color) } }
}
