import { glow, rect, repeat, width, type Canvas, eitherWay } from '../../canvas.ts'
import { sky, skyline } from '../../land.ts'

export function nightTown(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const lit = hour.isNight ? 0.24 : 0.1
  const window = random.pick(['#f3c98b', '#ffd9a0', '#b9d6f3'])
  const lights = repeat(34, (index) => {
    const y = random.between(640, 712)
    return rect(
      random.between(0, width),
      y,
      random.between(20, 110),
      2.6,
      index % 3 ? '#ff5d4a' : '#ffe3b0',
      1,
      `opacity="${random.between(0.25, 0.85).toFixed(2)}"`,
    )
  })
  return eitherWay(
    canvas,
    sky(canvas, hour, 620, { x: random.between(240, 1040), y: random.between(180, 420) }) +
      skyline(canvas, { base: 620, low: 200, high: 400, color: hour.land[0], lit: lit * 0.5, window }) +
      skyline(canvas, { base: 624, low: 130, high: 300, color: hour.land[1], lit: lit * 0.8, window }) +
      skyline(canvas, { base: 628, low: 60, high: 200, color: hour.land[2], lit, window }) +
      glow(canvas, 640, 620, 760, 90, hour.light, 0.35) +
      rect(0, 624, width, 100, hour.land[3]) +
      lights,
  )
}
