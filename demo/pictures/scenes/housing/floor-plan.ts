import { frame, glow, group, height, line, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { icon, type IconName } from '../../icons.ts'
import { write } from '../../lettering.ts'

export function floorPlan(canvas: Canvas): string {
  const { random } = canvas
  const paper = random.pick(['#12304f', '#1d3a35', '#3a2733', '#2b2a27', '#243048'])
  const ink = '#e8eef5'
  const split = random.between(560, 700)
  const cross = random.between(330, 420)
  const furniture: readonly [IconName, number, number][] = [
    ['bed-double', 330, 240],
    ['bath', split + 90, 220],
    ['sofa', 330, 540],
    ['utensils', split + 140, 520],
    ['tv', 200, 480],
    ['lamp', 480, 220],
    ['refrigerator', 1010, 480],
    ['door-closed', 1010, 230],
  ]
  return (
    rect(0, 0, width, height, paper) +
    repeat(33, (index) => rect(index * 40, 0, 1, height, ink, 0, `opacity="${index % 5 ? 0.07 : 0.16}"`)) +
    repeat(19, (index) => rect(0, index * 40, width, 1, ink, 0, `opacity="${index % 5 ? 0.07 : 0.16}"`)) +
    frame(130, 100, 980, 520, ink, 2, 10) +
    line(
      `M${split} 100V${cross - 90}M${split} ${cross}V620M130 ${cross}H420M510 ${cross}H880M970 ${cross}H1110`,
      ink,
      8,
    ) +
    line(
      `M420 ${cross}A90 90 0 0 1 510 ${cross + 90}M${split} ${cross - 90}A90 90 0 0 1 ${split - 90} ${cross}M880 ${cross}A90 90 0 0 0 970 ${cross - 90}`,
      ink,
      2.5,
      'stroke-dasharray="8 8"',
    ) +
    furniture.map(([name, x, y]) => icon(name, x, y, 84, ink, { thickness: 1, opacity: 0.75 })).join('') +
    line('M130 660H1110M130 650V670M1110 650V670M70 100V620M60 100H80M60 620H80', ink, 2.5, 'opacity=".7"') +
    write(`${random.whole(9, 18)}.${random.whole(0, 9)} m`, {
      x: 620,
      y: 692,
      size: 20,
      color: ink,
      anchor: 'middle',
    }) +
    group(
      'rotate(-90 44 360)',
      write(`${random.whole(6, 9)}.4 m`, { x: 44, y: 368, size: 20, color: ink, anchor: 'middle' }),
    ) +
    write(random.pick(['Level 1', 'Plot 12', 'Ground', 'Loft B']), {
      x: 1110,
      y: 74,
      size: 26,
      color: ink,
      anchor: 'end',
    }) +
    glow(canvas, random.between(300, 900), 240, 620, 460, '#ffffff', 0.1)
  )
}
