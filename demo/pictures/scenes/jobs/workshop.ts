import {
  circle,
  frame,
  glow,
  group,
  line,
  path,
  polygon,
  rect,
  repeat,
  width,
  type Canvas,
} from '../../canvas.ts'
import { darker, lighter, mix } from '../../colors.ts'
import { icon } from '../../icons.ts'
import { badge } from '../../panel.ts'

export function workshop(canvas: Canvas): string {
  const { random } = canvas
  const wall = random.pick(['#2b3136', '#332c26', '#2b302a', '#302a33'])
  const lift = random.pick(['#c9a23f', '#b5483a', '#2f6f8f'])
  const crates = random.shuffled(['#a8503c', '#3f6f8f', '#c99a4a', '#5f7a55', '#8c8a85', '#6a4f7a'])
  return (
    rect(0, 0, width, 520, wall) +
    repeat(9, (index) => rect(0, index * 60, width, 2, darker(wall, 0.2))) +
    rect(0, 520, width, 200, darker(wall, 0.5)) +
    repeat(12, (index) =>
      polygon(
        [
          [index * 110, 536],
          [index * 110 + 54, 536],
          [index * 110 + 24, 556],
          [index * 110 - 30, 556],
        ],
        '#d8b36a',
        'opacity=".75"',
      ),
    ) +
    repeat(
      3,
      (index) =>
        rect(200 + index * 360, 30, 190, 12, '#fff4d8', 6) +
        glow(canvas, 295 + index * 360, 60, 330, 300, '#fff0c8', 0.4),
    ) +
    frame(70, 110, 330, 230, darker(wall, 0.4), 8, 10) +
    rect(76, 116, 318, 218, lighter(wall, 0.06), 4) +
    (['wrench', 'hammer', 'drill', 'scissors', 'key', 'flashlight'] as const)
      .map((name, index) =>
        icon(name, 136 + (index % 3) * 100, 174 + Math.floor(index / 3) * 100, 62, lighter(wall, 0.5), {
          thickness: 2,
        }),
      )
      .join('') +
    repeat(9, (index) => {
      const x = 900 + (index % 3) * 112
      const y = 410 - Math.floor(index / 3) * 92
      const color = crates[index % crates.length] ?? '#8c8a85'
      return random.chance(0.86)
        ? rect(x, y, 104, 88, mix(color, wall, 0.25), 6) +
            rect(x + 34, y + 8, 36, 12, '#efe6d2', 3) +
            line(`M${x + 8} ${y + 44}h88`, darker(color, 0.4), 3)
        : ''
    }) +
    rect(880, 500, 370, 14, '#8b877c', 3) +
    rect(430, 250, 26, 290, lift, 6) +
    rect(800, 250, 26, 290, lift, 6) +
    rect(440, 448, 376, 16, darker(lift, 0.3), 4) +
    glow(canvas, 628, 580, 330, 40, '#000000', 0.7) +
    group(
      'translate(452 232) scale(.27 .42)',
      path(
        'M180 505C180 440 196 400 232 384L300 300C312 284 330 276 352 276L770 276C800 276 824 288 846 312L920 388C1000 396 1070 410 1092 440C1104 462 1106 490 1102 512C1100 524 1090 528 1074 528H212C190 528 180 520 180 505Z',
        random.pick(['#a63f34', '#2f5f8f', '#c7923f', '#4d6b4a', '#8c95a0']),
      ) +
        path('M324 306L352 300H530V384H268ZM550 300H762C784 300 800 310 816 326L868 384H550Z', '#1b2228') +
        circle(374, 530, 66, '#0a0908') +
        circle(944, 530, 66, '#0a0908') +
        circle(374, 530, 34, '#9aa0a8') +
        circle(944, 530, 34, '#9aa0a8'),
    ) +
    badge('wrench', 1170, 96, 46, lift, '#14110d')
  )
}
