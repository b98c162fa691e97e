import { lexer, parse, walk, type CssNode, type Dimension } from 'css-tree'

import { nameFonts, nameStyleLimits, nameStyleProperties } from '#contract/name-style.ts'

/** Carried by every stored answer that shows a styled name. */
export const stylesTag = 'styles'

/** A style as it is stored. */
export type StoredStyle = { css: string; font: string }

/** By property, in the order in which a browser applies them. */
type Declarations = Map<string, string>

/** Why these declarations may not style a name, with the words of the first one at fault; undefined if they may. */
export function styleProblem(css: string): string | undefined {
  const pieces = piecesOf(css)
  if (pieces.length === 0) return 'CSS properties are required'
  if (pieces.length > nameStyleLimits.declarationsMax)
    return `At most ${nameStyleLimits.declarationsMax} declarations`
  for (const piece of pieces) {
    const problem = declarationProblem(piece)
    if (problem !== undefined) return `"${piece}" is not allowed: ${problem}`
  }
  const declarations = allowedDeclarations(css)
  if (!hidesName(declarations)) return undefined
  const fill = fillOf(declarations)
  return `"${fill?.join(': ')}" is not allowed: it hides the name unless a visible background is clipped to the text`
}

/**
 * The declarations that style a name, checked again. Of several styles each adds what those before it leave open,
 * so that the first one has its way.
 */
export function shownStyle(styles: readonly StoredStyle[]): string {
  const [first, ...others] = styles.map(declarationsOf)
  if (!first) return ''
  const joined: Declarations = new Map(first)
  for (const [property, value] of others.flatMap((style) => [...style]))
    if (!joined.has(property)) joined.set(property, value)
  // Two styles that show a name each can hide it together.
  return textOf(hidesName(joined) ? first : joined)
}

/** How a name looks: in the styles that the person was given, else in that of the group. */
export function nameStyle(own: readonly StoredStyle[], ofGroup: StoredStyle | null | undefined): string {
  return shownStyle(own.length > 0 || !ofGroup ? own : [ofGroup])
}

function declarationsOf({ css, font }: StoredStyle): Declarations {
  const declarations = allowedDeclarations(css)
  if (hidesName(declarations)) declarations.clear()
  if (font !== 'default' && isFont(font)) declarations.set('font-family', `"${font}"`)
  return declarations
}

function allowedDeclarations(css: string): Declarations {
  const declarations: Declarations = new Map()
  for (const piece of piecesOf(css).slice(0, nameStyleLimits.declarationsMax)) {
    if (declarationProblem(piece) !== undefined) continue
    const [property, value] = partsOf(piece)
    // The shorthand resets what was said before it.
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

function piecesOf(css: string): string[] {
  return css
    .split(';')
    .map((piece) => piece.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
}

function partsOf(piece: string): [property: string, value: string] {
  const colon = piece.indexOf(':')
  return [piece.slice(0, colon).trim().toLowerCase(), piece.slice(colon + 1).trim()]
}

const properties: ReadonlySet<string> = new Set(nameStyleProperties)
/** No escape, brace, comment, rule, bracket of markup or priority can be written in these. */
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

function declarationProblem(piece: string): string | undefined {
  if (!piece.includes(':')) return 'a declaration is a property, a colon and a value'
  const [property, value] = partsOf(piece)
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

/** Undefined for what is no value: the parser mends some of it and throws at the rest. */
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

/** Outside of a color, where it is a length: that of a whole line may be anything. */
function hasBarePercentage(parsed: CssNode): boolean {
  return parsed.type === 'Value' && parsed.children.some((node) => node.type === 'Percentage')
}

/** A username is about this large; what is relative to it is measured by it. */
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
  // Painted inside the name's own box, whatever its size.
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

/** Whether letters that cannot be seen have nothing visible behind them that shows through. */
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

/** The number after a slash, or the fourth one: `rgb(1 2 3 / 50%)`, `rgba(1, 2, 3, 0.5)`. */
function alphaOfFunction(parts: readonly CssNode[]): number {
  const numbers = parts.filter(
    ({ type }) => type === 'Number' || type === 'Percentage' || type === 'Dimension',
  )
  const alpha = numbers.length === 4 ? numbers[3] : undefined
  if (alpha?.type === 'Percentage') return Number(alpha.value) / 100
  return alpha?.type === 'Number' ? Number(alpha.value) : 1
}
