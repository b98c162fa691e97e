import { frame, glow, group, rect, repeat, type Canvas } from '../../canvas.ts'
import { icon, type IconName } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, badge, bar } from '../../panel.ts'

export function phone(canvas: Canvas): string {
  const { random, gradient } = canvas
  const theme = canvas.theme
  const hour = canvas.hour
  const apps = random.shuffled<IconName>([
    'phone',
    'mail',
    'camera',
    'wallet',
    'map-pin',
    'music',
    'car',
    'store',
    'users',
    'settings',
    'gamepad-2',
    'briefcase',
    'heart',
    'cloud-sun',
    'radio',
    'house',
  ])
  const tints = ['#c98b3a', '#3f8a8a', '#7a63c9', '#b5533f', '#5d86b0', '#6f9a4a', '#c95f8a', '#4a4f58']
  const wallpaper = gradient([
    [0, hour.sky[0]],
    [0.6, hour.sky[1]],
    [1, hour.sky[2]],
  ])
  const screen = (x: number, y: number, content: string) =>
    glow(canvas, x + 150, y + 600, 240, 60, '#000000', 0.7) +
    rect(x - 12, y - 12, 324, 624, '#050505', 50) +
    frame(x - 11, y - 11, 322, 622, '#4a4a4d', 49, 2) +
    canvas.inside(rect(x, y, 300, 600, '#fff', 38), rect(x, y, 300, 600, wallpaper) + content) +
    rect(x + 100, y + 14, 100, 24, '#050505', 12)
  const home = (x: number, y: number) =>
    write(`${random.whole(10, 22)}:${random.whole(10, 59)}`, {
      x: x + 150,
      y: y + 132,
      size: 54,
      color: '#ffffff',
      anchor: 'middle',
      weight: 0.6,
    }) +
    repeat(16, (index) => {
      const left = x + 28 + (index % 4) * 64
      const top = y + 200 + Math.floor(index / 4) * 88
      return (
        rect(left, top, 52, 52, random.pick(tints), 15) +
        icon(apps[index] ?? 'star', left + 26, top + 26, 28, '#ffffff', { thickness: 2 }) +
        bar(left + 8, top + 60, 36, 6, '#ffffff', 0.65)
      )
    })
  const bank = (x: number, y: number) =>
    rect(x, y, 300, 600, theme.panel) +
    write('Wallet', { x: x + 28, y: y + 92, size: 22, color: theme.ink }) +
    rect(x + 22, y + 118, 256, 150, theme.accent, 20) +
    write(`$ ${random.whole(1, 89)},${random.whole(100, 999)}`, {
      x: x + 44,
      y: y + 196,
      size: 34,
      color: theme.onAccent,
    }) +
    bar(x + 44, y + 226, 90, 9, theme.onAccent, 0.6) +
    repeat(4, (index) => {
      const top = y + 296 + index * 70
      return (
        badge(apps[index + 3] ?? 'star', x + 50, top + 26, 24, theme.raised, theme.accent) +
        bar(x + 88, top + 14, random.between(60, 110), 10, theme.ink, 0.9) +
        bar(x + 88, top + 34, random.between(40, 80), 7, theme.muted) +
        write(`${random.chance(0.5) ? '+' : '-'}${random.whole(12, 480)}`, {
          x: x + 272,
          y: top + 32,
          size: 15,
          color: theme.ink,
          anchor: 'end',
        })
      )
    })
  const second = random.chance(0.5)
  return (
    backdrop(canvas, theme) +
    group('rotate(-7 430 400)', screen(250, 70, home(250, 70))) +
    group('rotate(6 850 400)', screen(720, second ? 40 : 96, bank(720, second ? 40 : 96)))
  )
}
