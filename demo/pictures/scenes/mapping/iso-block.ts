import { glow, height, polygon, rect, repeat, width, type Canvas, type Point } from '../../canvas.ts'
import { darker, mix } from '../../colors.ts'
import { fir } from '../../land.ts'

const corners = [-5, -1.5, 2] as const
const side = 2

export function isoBlock(canvas: Canvas): string {
  const { random, hour } = canvas
  const wall = random.pick(['#c9b391', '#a9887a', '#8f9aa3', '#b8a7c0', '#9fb09a'])
  const parks = random.shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8]).slice(0, 2)
  const lots = corners
    .flatMap((y) => corners.map((x) => ({ x, y })))
    .map((place, index) => ({ ...place, isPark: parks.includes(index) }))
    .toSorted((one, other) => one.x + one.y - other.x - other.y)
  const background = canvas.gradient([
    [0, hour.sky[0]],
    [0.7, hour.sky[1]],
    [1, mix(hour.sky[2], hour.land[1], 0.5)],
  ])
  return (
    rect(0, 0, width, height, background) +
    glow(canvas, 640, 400, 760, 420, hour.light, 0.3) +
    tile(-5.8, -5.8, 11.2, mix('#2b2d30', hour.land[2], 0.4)) +
    lots
      .map(({ x, y, isPark }) => {
        const ground = tile(
          x - 0.2,
          y - 0.2,
          side + 1,
          mix(isPark ? '#5d7a4a' : '#77716a', hour.land[1], 0.35),
        )
        if (isPark) return ground + trees(canvas, x, y)
        const paint = mix(wall, random.pick(['#8a6a55', '#d8cdb8', '#6f7f8f']), random.between(0, 0.5))
        return ground + house(canvas, x + 0.1, y + 0.1, random.whole(1, 3), paint)
      })
      .join('')
  )
}

function at(x: number, y: number, z: number): Point {
  return [640 + (x - y) * 50, 420 + (x + y) * 29 - z * 50]
}

function tile(x: number, y: number, w: number, color: string): string {
  return polygon([at(x, y, 0), at(x + w, y, 0), at(x + w, y + w, 0), at(x, y + w, 0)], color)
}

function trees({ random, hour }: Canvas, x: number, y: number): string {
  return repeat(6, () => {
    const [left, foot] = at(x + random.between(0.3, 2.2), y + random.between(0.3, 2.2), 0)
    return fir(left, foot, random.between(46, 80), mix('#35543a', hour.land[2], 0.35))
  })
}

function house(canvas: Canvas, x: number, y: number, floors: number, color: string): string {
  const { hour } = canvas
  const top = (from: number, to: number) => [
    at(x + from, y + from, floors),
    at(x + to, y + from, floors),
    at(x + to, y + to, floors),
    at(x + from, y + to, floors),
  ]
  const far = x + side
  const near = y + side
  return (
    polygon(
      [at(x, near, 0), at(far, near, 0), at(far, near, floors), at(x, near, floors)],
      mix(darker(color, 0.25), hour.land[1], 0.3),
    ) +
    polygon(
      [at(far, y, 0), at(far, near, 0), at(far, near, floors), at(far, y, floors)],
      mix(darker(color, 0.45), hour.land[2], 0.3),
    ) +
    windows(canvas, x, y, floors) +
    polygon(top(0, side), mix(color, hour.light, 0.2)) +
    polygon(top(0.3, 0.8), darker(color, 0.3))
  )
}

/** Four on each of the two walls that are seen, floor by floor. */
function windows({ random, hour }: Canvas, x: number, y: number, floors: number): string {
  const lit = hour.isNight ? 0.6 : 0.3
  return repeat(floors * 8, (index) => {
    const low = Math.floor(index / 8) + 0.28
    const along = (index % 4) / 2 + 0.14
    const isLeft = index % 8 < 4
    const pane = random.chance(lit) ? '#ffdf9e' : '#22262c'
    const point = (offset: number, z: number) =>
      isLeft ? at(x + along + offset, y + side, z) : at(x + side, y + along + offset, z)
    const outline = [point(0, low), point(0.26, low), point(0.26, low + 0.5), point(0, low + 0.5)]
    return polygon(outline, isLeft ? pane : darker(pane, 0.15))
  })
}
