import { frame, rect, repeat, type Canvas } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { icon, type IconName } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, meter, panel } from '../../panel.ts'

const goods: readonly IconName[] = [
  'pill',
  'wrench',
  'key',
  'radio',
  'sandwich',
  'banknote',
  'lock',
  'flashlight',
  'gem',
  'bandage',
  'fuel',
  'smartphone',
  'beer',
  'fish',
  'hammer',
  'coffee',
  'camera',
  'backpack',
]

const rarities = ['#4c4334', '#3f5a4a', '#33507e', '#5f3f80', '#8a6526']

export function inventory(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const order = random.shuffled(goods)
  const title = random.pick(['Pockets', 'Backpack', 'Player', 'Satchel'])
  const other = random.pick(['Trunk', 'Stash', 'Locker', 'Ground'])
  const slot = (x: number, y: number, name: IconName | undefined) => {
    const rarity = random.pick(rarities)
    const fill = mix(theme.panel, rarity, 0.55)
    return (
      rect(x, y, 100, 100, name ? fill : theme.raised, 12) +
      frame(x + 1, y + 1, 98, 98, name ? mix(rarity, '#ffffff', 0.18) : theme.line, 12, 1.6) +
      (name
        ? icon(name, x + 50, y + 44, 50, theme.ink, { thickness: 1.5 }) +
          write(String(random.whole(1, 24)), {
            x: x + 88,
            y: y + 90,
            size: 13,
            color: theme.ink,
            anchor: 'end',
          })
        : '')
    )
  }
  const grid = (x: number, columns: number, fullness: number, start: number) =>
    repeat(columns * 4, (index) => {
      const name = random.chance(fullness) ? order[(index + start) % order.length] : undefined
      return slot(x + (index % columns) * 112, 178 + Math.floor(index / columns) * 112, name)
    })
  return (
    backdrop(canvas, theme) +
    panel(canvas, theme, 64, 80, 708, 560) +
    panel(canvas, theme, 816, 80, 384, 560) +
    write(title, { x: 92, y: 142, size: 26, color: theme.ink }) +
    meter(560, 122, 180, random.between(0.3, 0.9), theme, 14) +
    write(other, { x: 844, y: 142, size: 26, color: theme.muted }) +
    grid(90, 6, 0.8, 0) +
    grid(842, 3, 0.45, 7)
  )
}
