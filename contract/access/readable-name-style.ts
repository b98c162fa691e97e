import { converter, formatHex, inGamut, interpolate, parse, toGamut, wcagContrast, type Color } from 'culori'

/** The surface with the least contrast to text, and the text color, as in web/ui/tokens.css. */
export const nameThemes = {
  light: { surface: '#e5dccb', text: '#1d1912' },
  dark: { surface: '#2c271f', text: '#f5f0e6' },
} as const
const contrastMin = 4.5
const contrastMax = 21

type Theme = (typeof nameThemes)['light' | 'dark']
const [white, black] = ['#ffffff', '#000000']
const toOklch = converter('oklch')
const isInGamut = inGamut('rgb')
const intoGamut = toGamut('rgb', 'oklch')

type Declaration = [property: string, value: string]
/** The readable form of a color; undefined if there is none. */
type Adjust = (color: Color, theme: Theme) => string | undefined

const inkProperties = new Set(['color', '-webkit-text-fill-color', '-webkit-text-stroke'])
const paintProperties = new Set(['background', 'background-color', 'background-image'])

const cacheMax = 1000
const cache = new Map<string, string>()

/**
 * Changes the lightness of the colors of a name where their contrast is below 4.5:1. The result is for both themes:
 * `light-dark()` chooses.
 */
export function readableNameStyle(css: string): string {
  const cached = cache.get(css)
  if (cached !== undefined) return cached
  if (cache.size >= cacheMax) cache.clear()
  const declarations = css.split(';').flatMap((part): Declaration[] => {
    const colon = part.indexOf(':')
    return colon < 0 ? [] : [[part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim()]]
  })
  const result = readableDeclarations(declarations)
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ')
  cache.set(css, result)
  return result
}

function readableDeclarations(declarations: Declaration[]): Declaration[] {
  const colors = declarations.flatMap(([property, value]) =>
    paintProperties.has(property) ? colorsIn(value) : [],
  )
  const isClippedToText = declarations.some(
    ([property, value]) => /^background$|-clip$/.test(property) && /\btext\b/i.test(value),
  )
  const behind = isClippedToText ? [] : colors
  const adjustInk: Adjust = (color, theme) =>
    readableOn(backgroundsOf(behind, theme), composite(color, theme))
  const adjustPaint: Adjust = (color, theme) => readableStop(composite(color, theme), colors, theme)

  const result: [string, string | undefined][] = declarations.map(([property, value]) => {
    if (inkProperties.has(property)) return [property, replaceColors(value, adjustInk)]
    if (isClippedToText && paintProperties.has(property)) return [property, replaceColors(value, adjustPaint)]
    return [property, value]
  })
  // A name on its own background, without a color of its own.
  if (behind.length > 0 && !declarations.some(([property]) => property === 'color'))
    result.push(['color', lightDark((theme) => readableOn(backgroundsOf(behind, theme), theme.text))])
  const readable = result.flatMap(([property, value]): Declaration[] =>
    value === undefined ? [] : [[property, value]],
  )
  if (readable.length === result.length) return readable
  // No color is readable on all colors of the background.
  return readableDeclarations(declarations.filter(([property]) => !paintProperties.has(property)))
}

const colorTokens =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^()]*\)|(?<![\w-])[a-z]+(?![\w(-])/gi

function colorsIn(value: string): Color[] {
  return (value.match(colorTokens) ?? []).flatMap((token) => parse(token) ?? [])
}

/** Undefined if a color has no readable form. A transparent text shows the background that is clipped to it. */
function replaceColors(value: string, adjust: Adjust): string | undefined {
  let isComplete = true
  const replaced = value.replaceAll(colorTokens, (token) => {
    const color = parse(token)
    if (!color || color.alpha === 0) return token
    const adjusted = lightDark((theme) => adjust(color, theme))
    isComplete &&= adjusted !== undefined
    return adjusted ?? token
  })
  return isComplete ? replaced : undefined
}

function lightDark(choose: (theme: Theme) => string | undefined): string | undefined {
  const [light, dark] = [choose(nameThemes.light), choose(nameThemes.dark)]
  return light === undefined || dark === undefined ? undefined : `light-dark(${light}, ${dark})`
}

function backgroundsOf(colors: Color[], theme: Theme): string[] {
  return colors.length > 0 ? colors.map((color) => composite(color, theme)) : [theme.surface]
}

/** The opaque color that a translucent one shows on the surface. */
function composite(color: Color, { surface }: Theme): string {
  return hexOf(interpolate([surface, { ...color, alpha: 1 }], 'rgb')(color.alpha ?? 1))
}

/** The color with the nearest lightness that is readable on all backgrounds. */
function readableOn(backgrounds: string[], color: string, contrast = contrastMin): string | undefined {
  const isReadable = (text: string) =>
    backgrounds.every((background) => wcagContrast(background, text) >= contrast)
  if (isReadable(color)) return color
  const [background = ''] = backgrounds
  const isDark = wcagContrast(background, white) > wcagContrast(background, black)
  for (const end of isDark ? [white, black] : [black, white]) {
    if (!isReadable(end)) continue
    const origin = toOklch(color)
    let [near, far, result] = [origin?.l ?? 0, end === white ? 1 : 0, end]
    for (let step = 0; step < 10; step += 1) {
      const middle = (near + far) / 2
      const hex = hexOf({ mode: 'oklch', c: 0, ...origin, l: middle })
      if (isReadable(hex)) [far, result] = [middle, hex]
      else near = middle
    }
    return result
  }
  return undefined
}

/** A color of a gradient, readable at each point between the stops: between two hues the middle can be darker than both. */
function readableStop(color: string, stops: Color[], theme: Theme): string {
  const end = theme === nameThemes.dark ? white : black
  const adjust = (stop: string, contrast: number) => readableOn([theme.surface], stop, contrast) ?? end
  for (let contrast = contrastMin; contrast < contrastMax; contrast += 0.5) {
    const adjusted = stops.map((stop) => adjust(composite(stop, theme), contrast))
    const isReadable = adjusted.every((stop, index) =>
      [0.25, 0.5, 0.75].every((part) => {
        const between = interpolate([stop, adjusted[index + 1] ?? stop], 'rgb')(part)
        return wcagContrast(theme.surface, between) >= contrastMin
      }),
    )
    if (isReadable) return adjust(color, contrast)
  }
  return end
}

function hexOf(color: Color): string {
  return formatHex(isInGamut(color) ? color : intoGamut(color))
}
