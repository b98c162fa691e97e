import { frame, glow, group, height, line, path, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { darker } from '../../colors.ts'
import { metals, grips, carbine } from '../../firearms.ts'
import { icon } from '../../icons.ts'

export function workbench(canvas: Canvas): string {
  const { random } = canvas
  const wood = random.pick(['#5a4330', '#4a3b2e', '#3f3a35', '#52402f'])
  const metal = random.pick(metals)
  const grip = random.pick(grips)
  return (
    rect(0, 0, width, height, wood) +
    repeat(
      7,
      (index) =>
        rect(0, index * 104, width, 3, darker(wood, 0.35)) +
        repeat(5, () =>
          line(
            `M${random.between(-60, 1200)} ${index * 104 + random.between(14, 92)}q${random.between(60, 160)} ${random.between(-8, 8)} ${random.between(200, 340)} 0`,
            darker(wood, 0.14),
            2,
          ),
        ),
    ) +
    glow(canvas, random.between(380, 900), 240, 760, 520, '#ffdca0', 0.36) +
    rect(90, 120, 1100, 420, '#1d2420', 20, 'opacity=".92"') +
    frame(104, 134, 1072, 392, '#3a4a42', 14, 2) +
    repeat(20, (index) => rect(120 + index * 53, 140, 1.5, 380, '#2c3833')) +
    repeat(7, (index) => rect(110, 160 + index * 53, 1060, 1.5, '#2c3833')) +
    group(
      'translate(600 306) scale(1.12)',
      glow(canvas, 0, 60, 400, 90, '#000000', 0.7) +
        carbine(canvas, metal, grip, { scope: random.chance(0.6), long: random.chance(0.5) }),
    ) +
    repeat(9, (index) =>
      group(
        `translate(${random.between(180, 1120)} ${random.between(470, 505)}) rotate(${random.whole(-70, 70)})`,
        rect(-20, -6, 28, 12, '#c9973f', 2) + path('M8 -6q16 1 20 6q-4 5 -20 6z', '#b06a3a'),
        `data-n="${index}"`,
      ),
    ) +
    icon('wrench', 210, 640, 90, '#9aa0a8', { thickness: 2.2, fill: '#5b6068' }) +
    icon('hammer', 1090, 636, 90, '#a8927a', { thickness: 2.2 }) +
    rect(560, 590, 220, 80, '#2b2e33', 10) +
    repeat(6, (index) =>
      rect(576 + index * 34, 602, 18, 56, ['#8b9098', '#c9743a', '#8b9098'][index % 3] ?? '#8b9098', 4),
    )
  )
}
