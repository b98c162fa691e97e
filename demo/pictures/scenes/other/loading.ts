import { circle, glow, height, rect, width, type Canvas } from '../../canvas.ts'
import { icon } from '../../icons.ts'
import { clouds, hills, palm, ridge, sky } from '../../land.ts'
import { write } from '../../lettering.ts'
import { bar } from '../../panel.ts'

export function loading(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const theme = canvas.theme
  const share = random.between(0.25, 0.92)
  return (
    sky(canvas, hour, 560, { x: 640, y: random.between(250, 380) }) +
    clouds(canvas, hour, 380, 60, 14) +
    ridge(canvas, 470, 90, 90, hour.land[0]) +
    hills(canvas, 540, 50, 180, hour.land[1]) +
    rect(0, 590, width, 130, hour.land[3]) +
    palm(random.between(90, 170), 640, random.between(330, 420), hour.land[3], 0.16) +
    palm(random.between(1080, 1160), 640, random.between(280, 400), hour.land[3], -0.14) +
    palm(random.between(230, 290), 640, random.between(190, 260), hour.land[3], -0.1) +
    rect(0, 0, width, height, '#000000', 0, 'opacity=".22"') +
    glow(canvas, 640, 240, 420, 200, '#000000', 0.4) +
    write(random.pick(['Dune Bay', 'Northshore', 'Ridgeline', 'Port Vale', 'Saltwater', 'Highmoor']), {
      x: 640,
      y: 270,
      size: 84,
      color: '#ffffff',
      anchor: 'middle',
      weight: 0.8,
    }) +
    bar(560, 302, 160, 9, '#ffffff', 0.7) +
    rect(340, 600, 600, 16, '#000000', 8, 'opacity=".5"') +
    rect(340, 600, 600 * share, 16, theme.accent, 8) +
    write(`${Math.round(share * 100)}%`, { x: 960, y: 616, size: 18, color: '#ffffff' }) +
    (['music', 'settings', 'users'] as const)
      .map(
        (name, index) =>
          circle(1090 + index * 62, 70, 25, '#000000', 'opacity=".5"') +
          icon(name, 1090 + index * 62, 70, 26, '#ffffff', { thickness: 2 }),
      )
      .join('')
  )
}
