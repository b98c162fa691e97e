import { glow, group, path, polygon, repeat, type Canvas, type Point } from '../../canvas.ts'
import { cloths, darker, lighter, mix } from '../../colors.ts'
import { backdrop } from '../../panel.ts'

const walls = [
  ['#5d6671', '#4d5560'],
  ['#7a6a58', '#65573f'],
  ['#5f6f62', '#4e5c51'],
  ['#6f5d6b', '#5c4c58'],
  ['#8a7f70', '#726859'],
] as const

const woods = [
  ['#785c3f', '#6f5438'],
  ['#8a6a44', '#80613c'],
  ['#5a5048', '#514740'],
  ['#9a8262', '#8f7757'],
] as const

type Corner = readonly [x: number, y: number, z: number]

export function room(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const [left, right] = random.pick(walls)
  const [light, dark] = random.pick(woods)
  const rug = random.pick(cloths)
  const cushion = random.pick(cloths)
  const wallPicture = (from: number, to: number, low: number, high: number, fill: string) =>
    face(
      [
        [-3.97, from, low],
        [-3.97, to, low],
        [-3.97, to, high],
        [-3.97, from, high],
      ],
      fill,
    )
  const window = (from: number, to: number, low: number, high: number, fill: string) =>
    face(
      [
        [from, -3.97, low],
        [to, -3.97, low],
        [to, -3.97, high],
        [from, -3.97, high],
      ],
      fill,
    )
  const view = random.pick(['#f2c98a', '#9fc3e8', '#e58b7a', '#2b3a63'])
  const lounge =
    box([-3.6, -3.2, 0], 1.3, 3.8, 0.6, cushion) +
    box([-3.6, -3.2, 0.6], 0.45, 3.8, 0.6, lighter(cushion, 0.1)) +
    box([-0.6, -0.6, 0], 1.9, 1.3, 0.4, '#2f2a24') +
    box([2.2, -3.5, 0], 1.5, 1.1, 0.9, '#3b4a41') +
    box([2.7, -3.2, 0.9], 0.3, 0.3, 1.1, '#d8b36a')
  const bedroom =
    box([-3.6, -3.6, 0], 3.4, 2.4, 0.5, '#5a4330') +
    box([-3.5, -3.5, 0.5], 3.2, 2.2, 0.35, '#e6dcc8') +
    box([-2.2, -3.5, 0.6], 1.9, 2.2, 0.3, cushion) +
    box([-3.6, -3.4, 0.85], 0.7, 0.9, 0.22, '#ffffff') +
    box([-3.6, -2.3, 0.85], 0.7, 0.9, 0.22, '#ffffff') +
    box([2.4, -3.6, 0], 1.2, 2.2, 2.3, '#6a5440') +
    box([-3.6, 1.2, 0], 1, 2, 0.9, '#4a3b2e')
  const kitchen =
    box([-3.7, -3.7, 0], 6.6, 1, 1, '#e2d8c6') +
    box([-3.7, -3.7, 1], 6.6, 1, 0.08, '#4a4640') +
    box([2.9, -3.7, 0], 1, 1.1, 2.6, '#aab2b8') +
    box([-3.7, -2.6, 0], 1, 3.2, 1, '#e2d8c6') +
    box([-0.4, -0.4, 0], 2.2, 1.2, 0.95, cushion) +
    box([0, 1.2, 0], 0.5, 0.5, 0.6, '#5a4330') +
    box([1, 1.2, 0], 0.5, 0.5, 0.6, '#5a4330')
  const floor = repeat(64, (index) => {
    const x = (index % 8) - 4
    const y = Math.floor(index / 8) - 4
    return face(
      [
        [x, y, 0],
        [x + 1, y, 0],
        [x + 1, y + 1, 0],
        [x, y + 1, 0],
      ],
      (x + y) % 2 ? light : dark,
    )
  })
  return (
    backdrop(canvas, theme) +
    glow(canvas, 640, 660, 560, 90, '#000000', 0.7) +
    face(
      [
        [-4, -4, 0],
        [4, -4, 0],
        [4, -4, 4],
        [-4, -4, 4],
      ],
      right,
    ) +
    face(
      [
        [-4, -4, 0],
        [-4, 4, 0],
        [-4, 4, 4],
        [-4, -4, 4],
      ],
      left,
    ) +
    floor +
    face(
      [
        [-4, 4, 0],
        [4, 4, 0],
        [4, 4, -0.25],
        [-4, 4, -0.25],
      ],
      darker(dark, 0.35),
    ) +
    face(
      [
        [4, -4, 0],
        [4, 4, 0],
        [4, 4, -0.25],
        [4, -4, -0.25],
      ],
      darker(dark, 0.5),
    ) +
    window(-2.4, 1.6, 1.7, 3.5, '#2b2e33') +
    window(-2.3, -0.5, 1.8, 3.4, view) +
    window(-0.3, 1.5, 1.8, 3.4, lighter(view, 0.12)) +
    wallPicture(0.6, 3, 1.8, 3.2, '#26221d') +
    wallPicture(0.7, 2.9, 1.9, 3.1, mix(rug, '#3d6b7a', 0.4)) +
    face(
      [
        [-1.6, -1.6, 0.01],
        [2.6, -1.6, 0.01],
        [2.6, 2.6, 0.01],
        [-1.6, 2.6, 0.01],
      ],
      rug,
      'opacity=".85"',
    ) +
    random.pick([lounge, bedroom, kitchen]) +
    box([2.7, 2.2, 0], 0.5, 0.5, 0.5, '#a4684a') +
    repeat(5, (index) => {
      const [x, y] = at([2.95, 2.45, 0.7])
      return group(
        `rotate(${-60 + index * 30} ${x} ${y})`,
        path(`M${x} ${y}q-14 -40 0 -74q14 34 0 74z`, index % 2 ? '#5f8a55' : '#4c7346'),
      )
    }) +
    glow(canvas, 760, 250, 300, 240, '#ffdf9e', 0.4)
  )
}

function at([x, y, z]: Corner): Point {
  return [640 + (x - y) * 52, 436 + (x + y) * 28 - z * 52]
}

function face(corners: readonly Corner[], fill: string, extra = ''): string {
  return polygon(corners.map(at), fill, extra)
}

function box([x, y, z]: Corner, w: number, d: number, h: number, color: string): string {
  return (
    face(
      [
        [x, y, z + h],
        [x + w, y, z + h],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
      lighter(color, 0.12),
    ) +
    face(
      [
        [x, y + d, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
      darker(color, 0.18),
    ) +
    face(
      [
        [x + w, y, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x + w, y, z + h],
      ],
      darker(color, 0.34),
    )
  )
}
