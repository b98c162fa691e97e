import { arc, circle, glow, height, line, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { icon, type IconName } from '../../icons.ts'
import { sky, skyline } from '../../land.ts'
import { bar } from '../../panel.ts'

export function radial(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const hour = canvas.hour
  const count = random.pick([6, 7, 8])
  const choices = random.shuffled<IconName>([
    'car',
    'key',
    'user',
    'shirt',
    'music',
    'flashlight',
    'phone',
    'wallet',
    'lock',
    'heart',
    'fuel',
    'users',
  ])
  const chosen = random.whole(0, count - 1)
  const step = 360 / count
  const x = random.pick([640, 560, 720])
  const slices = repeat(count, (index) => {
    const from = -90 + index * step + 2.4
    const to = from + step - 4.8
    const isChosen = index === chosen
    const middle = ((from + to) / 2) * (Math.PI / 180)
    const name = choices[index] ?? 'star'
    return (
      line(
        arc(x, 360, 208, from, to),
        isChosen ? theme.accent : theme.panel,
        isChosen ? 132 : 122,
        `opacity="${isChosen ? 1 : 0.9}" style="stroke-linecap:butt"`,
      ) +
      icon(
        name,
        x + Math.cos(middle) * 208,
        360 + Math.sin(middle) * 208,
        54,
        isChosen ? theme.onAccent : theme.ink,
        { thickness: 1.6 },
      )
    )
  })
  return (
    sky(canvas, hour, 470) +
    skyline(canvas, {
      base: 480,
      low: 60,
      high: 260,
      color: hour.land[1],
      lit: hour.isNight ? 0.18 : 0.05,
      window: hour.light,
    }) +
    rect(0, 470, width, 260, hour.land[3]) +
    rect(0, 0, width, height, '#050505', 0, 'opacity=".42"') +
    glow(canvas, x, 360, 420, 420, theme.accent, 0.28) +
    slices +
    circle(x, 360, 118, theme.raised, 'opacity=".96"') +
    circle(x, 360, 118, 'none', `stroke="${theme.line}" stroke-width="2"`) +
    icon(choices[chosen] ?? 'star', x, 338, 62, theme.accent, { thickness: 1.5 }) +
    bar(x - 46, 392, 92, 12, theme.ink) +
    bar(x - 30, 414, 60, 8, theme.muted)
  )
}
