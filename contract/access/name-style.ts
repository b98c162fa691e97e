/**
 * The CSS properties that a username may have. None can load a file, leave its line or hide the name. The server
 * validates the values when a style is written and again when it is read.
 */
export const nameStyleProperties = [
  'color',
  'background',
  'background-color',
  'background-image',
  'background-size',
  'background-clip',
  '-webkit-background-clip',
  '-webkit-text-fill-color',
  '-webkit-text-stroke',
  'font-family',
  'font-style',
  'font-variant',
  'font-weight',
  'letter-spacing',
  'text-decoration',
  'text-decoration-color',
  'text-decoration-line',
  'text-decoration-style',
  'text-decoration-thickness',
  'text-shadow',
  'text-transform',
] as const

export const nameFonts = [
  'default',
  '61',
  '62',
  'Captain Pilot',
  'Colmeak',
  'Conthrax',
  'Cyberank',
  'Ice Kingdom',
  'Iconoplastic',
  'Metallord',
  'Oughter',
  'Turbo Jungle',
  'Valorant',
] as const

export const nameStyleLimits = {
  cssMax: 1_000,
  declarationsMax: 20,
  valueMax: 200,
  /** With its colors for both themes. */
  readableValueMax: 2_000,
  /** In CSS pixels; other units are converted at the font size of a username. */
  lengthMax: 24,
  letterSpacingMin: -2,
  letterSpacingMax: 8,
  strokeMax: 3,
  thicknessMax: 4,
} as const
