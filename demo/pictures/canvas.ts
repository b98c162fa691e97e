import { at, randomNamed, type Random } from '../random.ts'
import { skies, themes, type Sky, type Theme } from './colors.ts'

/** The grid that scenes are drawn on; pictures are rendered larger. */
export const width = 1280
export const height = 720

type Stop = readonly [offset: number, color: string, opacity?: number]

/** What a scene draws with. Gradients and clips are kept aside and named, so that a fill is one word. */
export type Canvas = {
  random: Random
  /** What the picture is of, in words; a scene may take them up. */
  subject: string
  theme: Theme
  hour: Sky
  /** From top to bottom unless a direction is given, as fractions of the shape: x1, y1, x2, y2. */
  gradient: (stops: readonly Stop[], direction?: readonly [number, number, number, number]) => string
  /** From the middle of the shape outwards. */
  radial: (stops: readonly Stop[]) => string
  /** What is drawn inside of a shape only. */
  inside: (shape: string, content: string) => string
}

export type Scene = (canvas: Canvas) => string

/** What a scene is drawn for: its words decide everything that chance decides, the variation its colours. */
export type Motif = { subject: string; variation: number }

/** Runs a scene and gives the whole drawing. Variations of one scene next to each other never share their colours. */
export function draw(scene: Scene, { subject, variation }: Motif): string {
  const definitions: string[] = []
  const define = (make: (id: string) => string) => {
    const id = `d${definitions.length}`
    definitions.push(make(id))
    return `url(#${id})`
  }
  const canvas: Canvas = {
    random: randomNamed(subject),
    subject: subject.toLowerCase(),
    theme: at(themes, variation * 3),
    hour: at(skies, variation * 3),
    gradient: (stops, [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
      define(
        (id) =>
          `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
      ),
    radial: (stops) =>
      define((id) => `<radialGradient id="${id}" cx=".5" cy=".5" r=".5">${stopsOf(stops)}</radialGradient>`),
    inside: (shape, content) =>
      `<g clip-path="${define((id) => `<clipPath id="${id}">${shape}</clipPath>`)}">${content}</g>`,
  }
  const body = scene(canvas)
  const vignette = canvas.radial([
    [0.62, '#000', 0],
    [1, '#000', 0.42],
  ])
  const shade = ellipse(width / 2, height / 2, width * 0.78, height * 0.86, vignette)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${definitions.join('')}</defs>${body}${shade}</svg>`
  )
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join('')
}

/** A tenth of a unit is finer than any picture shows. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function rect(
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  radius = 0,
  extra = '',
): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" rx="${radius}" fill="${fill}" ${extra}/>`
}

/** A rectangle of which only the edge shows. */
export function frame(
  x: number,
  y: number,
  w: number,
  h: number,
  stroke: string,
  radius = 0,
  thickness = 2,
): string {
  return rect(x, y, w, h, 'none', radius, `stroke="${stroke}" stroke-width="${thickness}"`)
}

export function circle(x: number, y: number, radius: number, fill: string, extra = ''): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}" ${extra}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, extra = ''): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}" ${extra}/>`
}

export function path(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`
}

export function line(d: string, stroke: string, thickness: number, extra = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
}

export type Point = readonly [x: number, y: number]

export function polygon(points: readonly Point[], fill: string, extra = ''): string {
  const corners = points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ')
  return `<polygon points="${corners}" fill="${fill}" ${extra}/>`
}

export function group(transform: string, content: string, extra = ''): string {
  return `<g transform="${transform}" ${extra}>${content}</g>`
}

/** Light, or shade, that fades outwards. */
export function glow(
  { radial }: Canvas,
  x: number,
  y: number,
  rx: number,
  ry: number,
  color: string,
  opacity = 0.6,
) {
  const fill = radial([
    [0, color, opacity],
    [0.5, color, opacity * 0.42],
    [1, color, 0],
  ])
  return ellipse(x, y, rx, ry, fill)
}

/** An arc of a circle; degrees count clockwise from the right. */
export function arc(x: number, y: number, radius: number, from: number, to: number): string {
  const point = (angle: number) => {
    const radians = (angle * Math.PI) / 180
    return `${short(x + radius * Math.cos(radians))} ${short(y + radius * Math.sin(radians))}`
  }
  return `M${point(from)}A${short(radius)} ${short(radius)} 0 ${to - from > 180 ? 1 : 0} 1 ${point(to)}`
}

/** As many of something as wanted, in a row of text. */
export function repeat(count: number, make: (index: number) => string): string {
  let drawn = ''
  for (let index = 0; index < count; index++) drawn += make(index)
  return drawn
}

/** Half of the pictures show it the other way round. */
export function eitherWay({ random }: Canvas, content: string): string {
  return random.chance(0.5) ? content : group(`translate(${width} 0) scale(-1 1)`, content)
}
