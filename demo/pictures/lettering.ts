/**
 * An alphabet of single strokes, signage-like. Pictures must look the same on a machine without any font,
 * so their words are drawn. A glyph is a path on a grid six units high, and its width.
 */
const glyphs: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [4, 'M0 6L2 0L4 6M.8 4H3.2'],
  B: [4, 'M0 0V6H2.3Q4 6 4 4.5Q4 3 2.3 3H0M0 0H2.1Q3.7 0 3.7 1.5Q3.7 3 2.1 3'],
  C: [3.9, 'M3.8 1.3Q3.4 0 2 0Q0 0 0 2V4Q0 6 2 6Q3.4 6 3.8 4.7'],
  D: [4, 'M0 0V6H2Q4 6 4 4V2Q4 0 2 0Z'],
  E: [3.4, 'M3.4 0H0V6H3.4M0 3H2.8'],
  F: [3.4, 'M3.4 0H0V6M0 3H2.8'],
  G: [4, 'M3.8 1.3Q3.4 0 2 0Q0 0 0 2V4Q0 6 2 6Q4 6 4 4V3.2H2.4'],
  H: [4, 'M0 0V6M4 0V6M0 3H4'],
  I: [0, 'M0 0V6'],
  J: [3, 'M3 0V4.2Q3 6 1.5 6Q0 6 0 4.4'],
  K: [3.8, 'M0 0V6M3.8 0L0 3.5M1.3 2.4L3.8 6'],
  L: [3.2, 'M0 0V6H3.2'],
  M: [5, 'M0 6V0L2.5 4.2L5 0V6'],
  N: [4, 'M0 6V0L4 6V0'],
  O: [4, 'M2 0Q0 0 0 2V4Q0 6 2 6Q4 6 4 4V2Q4 0 2 0Z'],
  P: [4, 'M0 6V0H2.2Q4 0 4 1.7Q4 3.4 2.2 3.4H0'],
  Q: [4, 'M2 0Q0 0 0 2V4Q0 6 2 6Q4 6 4 4V2Q4 0 2 0ZM2.6 4.6L4.2 6.4'],
  R: [4, 'M0 6V0H2.2Q4 0 4 1.7Q4 3.4 2.2 3.4H0M2 3.4L4 6'],
  S: [4, 'M3.7 1.2Q3.2 0 2 0Q.1 0 .1 1.5Q.1 2.7 2 3Q3.9 3.3 3.9 4.5Q3.9 6 2 6Q.6 6 .1 4.8'],
  T: [4, 'M0 0H4M2 0V6'],
  U: [4, 'M0 0V4Q0 6 2 6Q4 6 4 4V0'],
  V: [4, 'M0 0L2 6L4 0'],
  W: [5.6, 'M0 0L1.3 6L2.8 1.6L4.3 6L5.6 0'],
  X: [4, 'M0 0L4 6M4 0L0 6'],
  Y: [4, 'M0 0L2 3.2L4 0M2 3.2V6'],
  Z: [3.8, 'M0 0H3.8L0 6H3.8'],
  0: [3.8, 'M1.9 0Q0 0 0 2V4Q0 6 1.9 6Q3.8 6 3.8 4V2Q3.8 0 1.9 0Z'],
  1: [1.6, 'M0 1.2L1.6 0V6'],
  2: [3.8, 'M.1 1.5Q.3 0 1.9 0Q3.7 0 3.7 1.6Q3.7 2.7 2.5 3.8L0 6H3.8'],
  3: [3.8, 'M.2 1Q.7 0 1.9 0Q3.5 0 3.5 1.5Q3.5 3 1.8 3Q3.8 3 3.8 4.5Q3.8 6 1.9 6Q.5 6 0 4.9'],
  4: [3.8, 'M2.9 6V0L0 4.3H3.8'],
  5: [3.8, 'M3.4 0H.5L.2 2.8Q.9 2.3 1.9 2.3Q3.8 2.3 3.8 4.1Q3.8 6 1.9 6Q.5 6 0 5'],
  6: [3.8, 'M3.4 .9Q2.9 0 2 0Q0 0 0 3V4.1Q0 6 1.9 6Q3.8 6 3.8 4.2Q3.8 2.5 1.9 2.5Q.3 2.5 0 3.9'],
  7: [3.8, 'M0 0H3.8L1.4 6'],
  8: [
    3.8,
    'M1.9 2.9Q.3 2.8 .3 1.4Q.3 0 1.9 0Q3.5 0 3.5 1.4Q3.5 2.8 1.9 2.9Q0 3.1 0 4.5Q0 6 1.9 6Q3.8 6 3.8 4.5Q3.8 3.1 1.9 2.9Z',
  ],
  9: [3.8, 'M.4 5.1Q.9 6 1.8 6Q3.8 6 3.8 3V1.9Q3.8 0 1.9 0Q0 0 0 1.8Q0 3.5 1.9 3.5Q3.5 3.5 3.8 2.1'],
  ' ': [1.8, ''],
  '.': [0, 'M0 5.95V6'],
  ',': [0.3, 'M.3 5.9L0 7'],
  ':': [0, 'M0 1.9V1.95M0 4.9V4.95'],
  '-': [2.2, 'M0 3.2H2.2'],
  '+': [3, 'M0 3.2H3M1.5 1.7V4.7'],
  '/': [2.6, 'M0 6L2.6 0'],
  '%': [4, 'M0 6L4 0M.8 .6V1M3.2 5V5.4'],
  $: [4, 'M3.7 1.2Q3.2 0 2 0Q.1 0 .1 1.5Q.1 2.7 2 3Q3.9 3.3 3.9 4.5Q3.9 6 2 6Q.6 6 .1 4.8M2 -1V7'],
  '>': [2, 'M0 1.2L2 3.1L0 5'],
}

const spacing = 1.5

export type Writing = {
  x: number
  /** Where the letters stand. */
  y: number
  /** Height of a letter. */
  size: number
  color: string
  anchor?: 'start' | 'middle' | 'end'
  /** Thickness of the strokes, in sixths of a letter's height. */
  weight?: number
  opacity?: number
}

/** Draws a line of text, in capitals; a character without a glyph is left out. */
export function write(text: string, writing: Writing): string {
  const { x, y, size, color, anchor = 'start', weight = 0.85, opacity = 1 } = writing
  let pen = 0
  let drawn = ''
  for (const character of text.toUpperCase()) {
    const glyph = glyphs[character]
    if (!glyph) continue
    const [width, path] = glyph
    if (path) drawn += `<path transform="translate(${pen.toFixed(1)} 0)" d="${path}"/>`
    pen += width + spacing
  }
  const scale = size / 6
  const length = (pen - spacing) * scale
  const left = x - { start: 0, middle: length / 2, end: length }[anchor]
  const place = `translate(${left.toFixed(1)} ${(y - size).toFixed(1)}) scale(${scale.toFixed(3)})`
  const stroke = `fill="none" stroke="${color}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"`
  return `<g transform="${place}" ${stroke} opacity="${opacity}">${drawn}</g>`
}
