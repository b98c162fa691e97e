import { glow, group, line, path, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { darker, lighter, mix, paints, skies } from '../../colors.ts'
import { fir, sky, skyline } from '../../land.ts'
import { write } from '../../lettering.ts'
import { badge } from '../../panel.ts'

export function headlights(canvas: Canvas): string {
  const { random, gradient } = canvas
  const hour = skies.filter(({ isNight }) => isNight)
  const night = random.pick(hour)
  const paint = darker(random.pick(paints), 0.15)
  const lamp = random.pick(['#fff2cf', '#dbe9ff', '#fff9ea'])
  const shade = gradient([
    [0, lighter(paint, 0.25)],
    [0.5, darker(paint, 0.2)],
    [1, darker(paint, 0.7)],
  ])
  const front =
    path(
      'M-236 150C-262 60 -250 -10 -206 -40L-140 -150C-128 -170 -110 -178 -84 -180H84C110 -178 128 -170 140 -150L206 -40C250 -10 262 60 236 150L220 182H-220Z',
      shade,
    ) +
    path(
      'M-176 -44L-124 -136C-116 -150 -104 -156 -84 -158H84C104 -156 116 -150 124 -136L176 -44C90 -62 -90 -62 -176 -44Z',
      '#11161b',
    ) +
    path('M-120 -70L-84 -140H-40L-88 -62ZM30 -140H60L20 -58H-10Z', '#ffffff', 'opacity=".09"') +
    path('M-112 70H112L92 120H-92Z', '#0c0b0a') +
    repeat(9, (index) => rect(-100 + index * 25, 74, 3, 44, lighter(paint, 0.3), 0, 'opacity=".45"')) +
    path(
      'M-230 30C-204 10 -160 12 -132 34L-146 66C-176 74 -214 70 -232 60ZM230 30C204 10 160 12 132 34L146 66C176 74 214 70 232 60Z',
      lamp,
    ) +
    path('M-206 130H-150L-160 150H-200ZM206 130H150L160 150H200Z', random.pick(['#ffb347', lamp])) +
    rect(-46, 130, 92, 26, '#e9e3d2', 4) +
    write(random.pick(['HVN 07', 'SND 22', 'DUNE 4', 'RIDGE', 'KITE 9']), {
      x: 0,
      y: 150,
      size: 14,
      color: '#1d1a15',
      anchor: 'middle',
      weight: 1,
    }) +
    rect(-228, 168, 70, 60, '#080808', 8) +
    rect(158, 168, 70, 60, '#080808', 8)
  const x = random.between(540, 740)
  return (
    sky(canvas, night, 470, { x: random.between(180, 1100), y: random.between(90, 220) }) +
    skyline(canvas, { base: 480, low: 60, high: 230, color: night.land[0], lit: 0.16, window: '#f3c98b' }) +
    repeat(34, (index) =>
      fir(index * 40, 500, random.between(60, 150), index % 2 ? night.land[2] : night.land[1]),
    ) +
    rect(0, 494, width, 230, night.land[3]) +
    path(`M${x - 90} 494H${x + 90}L${x + 620} 720H${x - 620}Z`, mix(night.land[3], '#3a3a40', 0.35)) +
    repeat(5, (index) =>
      rect(x - 5 - index * 2, 510 + index * 44, 10 + index * 4, 22 + index * 4, '#d8cfae', 2, 'opacity=".4"'),
    ) +
    glow(canvas, x, 676, 420, 60, '#000000', 0.85) +
    group(`translate(${x} 420) scale(1.12)`, front) +
    glow(canvas, x - 206, 470, 260, 200, lamp, 0.95) +
    glow(canvas, x + 206, 470, 260, 200, lamp, 0.95) +
    glow(canvas, x, 640, 620, 110, lamp, 0.3) +
    repeat(60, () =>
      line(`M${random.between(0, width)} ${random.between(0, 700)}l-6 26`, '#cfd9ea', 1.6, 'opacity=".22"'),
    ) +
    (random.chance(0.4) ? badge('siren', 1186, 92, 44, '#0c0b0a', '#5b9df0') : '')
  )
}
