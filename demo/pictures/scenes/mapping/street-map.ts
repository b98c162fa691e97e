import { circle, glow, group, height, line, path, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { darker, lighter } from '../../colors.ts'
import { icon, type IconName } from '../../icons.ts'

const grounds = [
  {
    land: '#23271f',
    blocks: ['#3a4136', '#40473b', '#363c33', '#454b3e'],
    roofs: ['#545b4c', '#5d6453', '#4c5345', '#6a6f5c'],
    water: '#2c4a52',
    route: '#f0b64c',
  },
  {
    land: '#1b2029',
    blocks: ['#2a323f', '#303948', '#262d39', '#353f4f'],
    roofs: ['#3f4b5e', '#495770', '#384456', '#566680'],
    water: '#16324a',
    route: '#62b0ff',
  },
  {
    land: '#2b231b',
    blocks: ['#4a3c2d', '#524331', '#433627', '#594a36'],
    roofs: ['#6b563f', '#77614a', '#5f4c38', '#846c52'],
    water: '#39596a',
    route: '#f3d27a',
  },
  {
    land: '#21202b',
    blocks: ['#383448', '#403b52', '#332f41', '#47415a'],
    roofs: ['#524a6b', '#5d5478', '#4a4360', '#6b6088'],
    water: '#2a3f66',
    route: '#ff8fa8',
  },
]

export function streetMap(canvas: Canvas): string {
  const { random } = canvas
  const { land, blocks, roofs, water, route } = random.pick(grounds)
  const tilt = random.between(-18, 18)
  const town = repeat(15 * 11, (index) => {
    const column = index % 15
    const row = Math.floor(index / 15)
    const x = column * 98 - 60 + (row % 2) * 22
    const y = row * 86 - 80
    if (random.chance(0.07))
      return (
        rect(x, y, 82, 68, '#3f5a3a', 8) +
        repeat(4, (tree) => circle(x + 14 + tree * 18, y + random.between(14, 54), 9, '#55764a'))
      )
    return (
      rect(x, y, 82, 68, random.pick(blocks), 5) +
      repeat(4, (corner) =>
        random.chance(0.8)
          ? rect(
              x + 6 + (corner % 2) * 38,
              y + 6 + (corner >> 1) * 30,
              random.between(22, 32),
              26,
              random.pick(roofs),
              2,
            )
          : '',
      )
    )
  })
  const shift = random.between(-70, 70)
  const avenue = `M-20 ${620 + shift}C220 ${540 + shift} 260 ${420 + shift} 470 430S760 560 900 420S1130 ${140 + shift} 1320 90`
  const isRight = random.chance(0.5)
  const shore = isRight ? 'M860 -20C980 120 1180 220 1320 240' : 'M420 -20C340 130 160 230 -40 250'
  const sea = isRight ? 'L1320 -20Z' : 'L-40 -20Z'
  const places: readonly [number, number, IconName][] = [
    [560, 250, 'fuel'],
    [740, 616, 'wrench'],
    [210, 300, 'store'],
    [1110, 520, 'house'],
    [1010, 640, 'sandwich'],
  ]
  return (
    rect(0, 0, width, height, land) +
    group(`rotate(${tilt.toFixed(1)} 640 360) scale(1.2) translate(-110 -60)`, town) +
    line(avenue, darker(land, 0.3), 46) +
    line(avenue, lighter(land, 0.5), 2, 'stroke-dasharray="22 18"') +
    path(`${shore}${sea}`, water) +
    line(shore, '#d9c896', 10, 'opacity=".45"') +
    line('M300 500C360 440 410 428 470 430S760 560 900 420C960 350 985 300 1010 262', route, 11) +
    glow(canvas, 1010, 262, 120, 120, route, 0.6) +
    icon('map-pin', 1010, 228, 78, '#1a1610', { thickness: 1.4, fill: route }) +
    circle(300, 500, 18, '#f7f1e3') +
    circle(300, 500, 10, '#3b82f6') +
    places
      .map(
        ([x, y, name]) =>
          circle(x, y, 26, '#14110d', 'opacity=".92"') + icon(name, x, y, 27, '#e6d9bd', { thickness: 2 }),
      )
      .join('')
  )
}
