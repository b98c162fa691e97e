import {
  circle,
  glow,
  group,
  height,
  line,
  path,
  polygon,
  rect,
  repeat,
  width,
  type Canvas,
} from '../../canvas.ts'
import { lighter } from '../../colors.ts'
import { icon } from '../../icons.ts'
import { write } from '../../lettering.ts'

const suits = ['heart', 'gem', 'star', 'crown'] as const

export function table(canvas: Canvas): string {
  const { random } = canvas
  const felt = random.pick(['#1f5a44', '#5a2330', '#1f3f66', '#4a2f5f'])
  const values = random.shuffled(['7', '9', '10', 'J', 'Q', 'K', 'A'])
  return (
    rect(0, 0, width, height, felt) +
    glow(canvas, 640, 300, 820, 560, '#ffffff', 0.22) +
    path('M-40 -40H1320V60C900 150 380 150 -40 60Z', '#3a281c') +
    line('M-40 64C380 154 900 154 1320 64', '#6a4a34', 8) +
    line('M140 520C460 640 820 640 1140 520', '#f6f0e2', 4, 'opacity=".25"') +
    repeat(4, (index) =>
      card(
        330 + index * 148,
        350 + Math.abs(index - 1.5) * 22,
        -18 + index * 12 + random.between(-3, 3),
        suits[(index + random.whole(0, 3)) % 4] ?? 'star',
        values[index] ?? 'A',
      ),
    ) +
    chip(1010, 330, '#b5382e', random.whole(3, 7)) +
    chip(1116, 390, '#2f5f8f', random.whole(2, 6)) +
    chip(1010, 450, '#2b2a27', random.whole(1, 4)) +
    die(190, 230, random.whole(-30, 30), random.whole(1, 6)) +
    die(290, 170, random.whole(-30, 30), random.whole(1, 6)) +
    polygon(
      [
        [640, 600],
        [652, 624],
        [640, 648],
        [628, 624],
      ],
      '#f6f0e2',
      'opacity=".3"',
    )
  )
}

function card(x: number, y: number, turn: number, suit: (typeof suits)[number], value: string): string {
  const ink = suit === 'heart' || suit === 'gem' ? '#b5382e' : '#1d1a17'
  return group(
    `translate(${x} ${y}) rotate(${turn})`,
    rect(-76, -108, 160, 222, '#000000', 14, 'opacity=".35"') +
      rect(-80, -112, 160, 224, '#f6f0e2', 14) +
      write(value, { x: -62, y: -72, size: 28, color: ink }) +
      icon(suit, 0, 4, 84, ink, { fill: ink, thickness: 1.4 }) +
      write(value, { x: 62, y: 98, size: 28, color: ink, anchor: 'end' }),
  )
}

function chip(x: number, y: number, color: string, count: number): string {
  return repeat(
    count,
    (index) =>
      circle(x, y - index * 11, 46, '#000000', 'opacity=".25"') +
      circle(x, y - 4 - index * 11, 46, color) +
      circle(
        x,
        y - 4 - index * 11,
        38,
        'none',
        'stroke="#f6f0e2" stroke-width="11" stroke-dasharray="17 13"',
      ) +
      circle(x, y - 4 - index * 11, 25, lighter(color, 0.12)),
  )
}

function die(x: number, y: number, turn: number, value: number): string {
  const spots =
    [
      [],
      [[0, 0]],
      [
        [-1, -1],
        [1, 1],
      ],
      [
        [-1, -1],
        [0, 0],
        [1, 1],
      ],
      [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ],
      [
        [-1, -1],
        [1, -1],
        [0, 0],
        [-1, 1],
        [1, 1],
      ],
      [
        [-1, -1],
        [1, -1],
        [-1, 0],
        [1, 0],
        [-1, 1],
        [1, 1],
      ],
    ][value] ?? []
  return group(
    `translate(${x} ${y}) rotate(${turn})`,
    rect(-44, -40, 96, 96, '#000000', 18, 'opacity=".35"') +
      rect(-48, -48, 96, 96, '#f6f0e2', 18) +
      spots.map(([sx = 0, sy = 0]) => circle(sx * 26, sy * 26, 9, '#1d1a17')).join(''),
  )
}
