import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { lexer, parse, walk, type CssNode, type Dimension } from 'css-tree'

import { nameFonts, nameStyleLimits, nameStyleProperties } from '#contract/access/name-style.ts'
import { readableNameStyle } from '#contract/access/readable-name-style.ts'

/** The cache tag of responses with styled names. */
export const stylesTag: CacheTag = 'styles'

export type StoredStyle = { css: string; font: string }

/** Values by property, in the order in which a browser applies them. */
type Declarations = Map<string, string>

/** The error message for the first invalid declaration, or undefined. */
export function styleProblem(css: string): string | undefined {
  const parts = splitDeclarations(css)
  if (parts.length === 0) return 'CSS properties are required'
  if (parts.length > nameStyleLimits.declarationsMax)
    return `At most ${nameStyleLimits.declarationsMax} declarations`
  for (const part of parts) {
    const problem = declarationProblem(part)
    if (problem !== undefined) return `"${part}" is not allowed: ${problem}`
  }
  const declarations = allowedDeclarations(css)
  if (!hidesName(declarations)) return undefined
  const fill = fillOf(declarations)
  return `"${fill?.join(': ')}" is not allowed: it hides the name unless a visible background is clipped to the text`
}

/**
 * The valid declarations of several styles. For a property that more than one style has, the first one applies.
 */
export function styleCss(styles: readonly StoredStyle[]): string {
  const [first, ...peers] = styles.map(declarationsOf)
  if (!first) return ''
  const joined: Declarations = new Map(first)
  for (const [property, value] of peers.flatMap((style) => [...style]))
    if (!joined.has(property)) joined.set(property, value)
  // The combination of two visible styles can be invisible.
  return textOf(hidesName(joined) ? first : joined)
}

/** The CSS of a name, readable in both themes: the styles of the user, or the style of the group if the user has none. */
export function nameStyle(own: readonly StoredStyle[], ofGroup: StoredStyle | null | undefined): string {
  return readableNameStyle(styleCss(own.length > 0 || !ofGroup ? own : [ofGroup]))
}

function declarationsOf({ css, font }: StoredStyle): Declarations {
  const declarations = allowedDeclarations(css)
  if (hidesName(declarations)) declarations.clear()
  if (font !== 'default' && isFont(font)) declarations.set('font-family', `"${font}"`)
  return declarations
}

function allowedDeclarations(css: string): Declarations {
  const declarations: Declarations = new Map()
  for (const part of splitDeclarations(css).slice(0, nameStyleLimits.declarationsMax)) {
    if (declarationProblem(part) !== undefined) continue
    const [property, value] = splitDeclaration(part)
    // The shorthand resets the declarations before it.
    if (property === 'background')
      for (const known of declarations.keys()) if (isOfBackground(known)) declarations.delete(known)
    declarations.delete(property)
    declarations.set(property, value)
  }
  return declarations
}

function textOf(declarations: Declarations): string {
  return [...declarations].map(([property, value]) => `${property}: ${value}`).join('; ')
}

function splitDeclarations(css: string): string[] {
  return css
    .split(';')
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
}

function splitDeclaration(part: string): [property: string, value: string] {
  const colon = part.indexOf(':')
  return [part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim()]
}

const properties: ReadonlySet<string> = new Set(nameStyleProperties)
/** Excludes escapes, braces, comments, at-rules, markup and `!important`. */
const plainValue = /^[\w\s#%.,()+\-/"']+$/
const nodeTypes = new Set([
  'Value',
  'Identifier',
  'Function',
  'Dimension',
  'Number',
  'Percentage',
  'Hash',
  'Operator',
  'String',
])
const functions = new Set(
  [
    'rgb rgba hsl hsla hwb lab lch oklab oklch linear-gradient radial-gradient conic-gradient',
    'repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient',
  ]
    .join(' ')
    .split(' '),
)

function declarationProblem(part: string): string | undefined {
  if (!part.includes(':')) return 'a declaration is a property, a colon and a value'
  const [property, value] = splitDeclaration(part)
  if (!properties.has(property)) return 'this property cannot be styled'
  if (value === '') return 'the value is missing'
  if (value.length > nameStyleLimits.valueMax) return 'the value is too long'
  if (!plainValue.test(value)) return 'the value has characters that are not allowed'
  const parsed = parseValue(value)
  if (!parsed) return 'the value is not valid'
  const problem = nodeProblem(property, parsed)
  if (problem !== undefined) return problem
  return lexer.matchProperty(property, parsed).error ? 'the value is not valid for this property' : undefined
}

/** Undefined for an invalid value: the parser repairs some errors and throws for others. */
function parseValue(value: string): CssNode | undefined {
  let isBroken = false
  try {
    const parsed = parse(value, { context: 'value', onParseError: () => (isBroken = true) })
    return isBroken ? undefined : parsed
  } catch {
    return undefined
  }
}

function nodeProblem(property: string, parsed: CssNode): string | undefined {
  const problems: string[] = []
  walk(parsed, (node) => {
    if (!nodeTypes.has(node.type)) problems.push('the value is not plain')
    if (node.type === 'Function' && !functions.has(node.name.toLowerCase()))
      problems.push(`${node.name}() cannot be used`)
    if (node.type === 'String' && !(property === 'font-family' && isFont(node.value)))
      problems.push('text cannot be used')
    if (node.type === 'Dimension' && !isInBounds(property, node)) problems.push('the size is out of bounds')
    if (node.type === 'Number' && !isWithin(Number(node.value), -1_000, 1_000))
      problems.push('the number is out of bounds')
    if (node.type === 'Percentage' && !isWithin(Number(node.value), -400, 400))
      problems.push('the percentage is out of bounds')
  })
  if (/^(letter-spacing|text-|-webkit-text-stroke)/.test(property) && hasBarePercentage(parsed))
    problems.push('a percentage cannot be used')
  return problems[0]
}

/** Returns whether there is a percentage outside of a color function, where it is a length without a bound. */
function hasBarePercentage(parsed: CssNode): boolean {
  return parsed.type === 'Value' && parsed.children.some((node) => node.type === 'Percentage')
}

/** Pixels per unit at the font size of a username. */
const pixelsPer: Record<string, number | undefined> = { px: 1, em: 16, rem: 16 }
const angles = new Set(['deg', 'grad', 'rad', 'turn'])

function isInBounds(property: string, { value, unit }: Dimension): boolean {
  if (angles.has(unit.toLowerCase())) return isWithin(Number(value), -3_600, 3_600)
  const factor = pixelsPer[unit.toLowerCase()]
  if (factor === undefined) return false
  return isWithin(Number(value) * factor, ...boundsOf(property))
}

function boundsOf(property: string): [min: number, max: number] {
  const { lengthMax, letterSpacingMin, letterSpacingMax, strokeMax, thicknessMax } = nameStyleLimits
  if (property === 'letter-spacing') return [letterSpacingMin, letterSpacingMax]
  if (property === '-webkit-text-stroke') return [0, strokeMax]
  if (property.startsWith('text-decoration')) return [0, thicknessMax]
  // A background is clipped to the box of the name.
  if (isOfBackground(property)) return [-400, 400]
  return [-lengthMax, lengthMax]
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max
}

function isOfBackground(property: string): boolean {
  return property.startsWith('background') || property === '-webkit-background-clip'
}

function isFont(name: string): boolean {
  return name !== 'default' && nameFonts.some((font) => font === name)
}

/** Returns whether the text is transparent and no visible background is clipped to it. */
function hidesName(declarations: Declarations): boolean {
  const fill = fillOf(declarations)
  if (!fill || !hasFaintColor(fill[1])) return false
  const clip = ['background-clip', '-webkit-background-clip', 'background']
  const isClipped = clip.some((property) => /\btext\b/i.test(declarations.get(property) ?? ''))
  const painted = declarations.get('background-image') ?? declarations.get('background') ?? ''
  const color = declarations.get('background-color') ?? ''
  const isPainted = /gradient\(/i.test(painted) || color !== '' || /#|rgb|hsl/i.test(painted)
  return !isClipped || !isPainted || hasFaintColor(painted) || hasFaintColor(color)
}

function fillOf(declarations: Declarations): [property: string, value: string] | undefined {
  for (const property of ['-webkit-text-fill-color', 'color']) {
    const value = declarations.get(property)
    if (value !== undefined) return [property, value]
  }
  return undefined
}

const faintBelow = 0.4

function hasFaintColor(value: string): boolean {
  const parsed = value === '' ? undefined : parseValue(value)
  let isFaint = false
  if (parsed)
    walk(parsed, (node) => {
      if (node.type === 'Identifier' && node.name.toLowerCase() === 'transparent') isFaint = true
      if (node.type === 'Hash' && alphaOfHash(node.value) < faintBelow) isFaint = true
      if (node.type === 'Function' && alphaOfFunction(node.children.toArray()) < faintBelow) isFaint = true
    })
  return isFaint
}

function alphaOfHash(digits: string): number {
  if (digits.length === 4) return Number.parseInt(digits.slice(3), 16) / 15
  if (digits.length === 8) return Number.parseInt(digits.slice(6), 16) / 255
  return 1
}

/** The fourth number is the alpha value: `rgb(1 2 3 / 50%)`, `rgba(1, 2, 3, 0.5)`. */
function alphaOfFunction(parts: readonly CssNode[]): number {
  const numbers = parts.filter(
    ({ type }) => type === 'Number' || type === 'Percentage' || type === 'Dimension',
  )
  const alpha = numbers.length === 4 ? numbers[3] : undefined
  if (alpha?.type === 'Percentage') return Number(alpha.value) / 100
  return alpha?.type === 'Number' ? Number(alpha.value) : 1
}
