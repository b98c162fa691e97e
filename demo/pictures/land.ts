import { circle, glow, height, line, path, polygon, rect, repeat, width, type Canvas } from './canvas.ts'
import { lighter, mix, type Sky } from './colors.ts'

/** The sky of an hour down to a horizon, with its sun or its moon and stars. */
export function sky(canvas: Canvas, hour: Sky, horizon: number, light?: { x: number; y: number }): string {
  const { random, gradient } = canvas
  const [top, middle, low] = hour.sky
  const { x, y } = light ?? { x: random.between(260, 1020), y: horizon - random.between(40, 170) }
  const fill = gradient([
    [0, top],
    [0.58, middle],
    [1, low],
  ])
  const stars = hour.isNight
    ? repeat(90, () =>
        circle(
          random.between(0, width),
          random.between(0, horizon * 0.75),
          random.between(0.6, 1.9),
          '#ffffff',
          `opacity="${random.between(0.2, 0.9).toFixed(2)}"`,
        ),
      )
    : ''
  return (
    rect(0, 0, width, horizon + 4, fill) +
    stars +
    glow(canvas, x, y, 430, 380, hour.light, hour.isNight ? 0.5 : 0.85) +
    circle(x, y, hour.isNight ? 34 : 46, lighter(hour.light, 0.55), 'opacity=".96"')
  )
}

/** The outline of hills, left to right, closed at the bottom of the picture. */
export function ridge(canvas: Canvas, base: number, swing: number, step: number, color: string): string {
  const { random } = canvas
  let outline = `M0 ${height}L0 ${base}`
  let offset = 0
  for (let x = 0; x <= width + step; x += step) {
    offset = offset * 0.58 + (random.next() - 0.5) * swing
    outline += `L${x} ${Math.round(base + offset)}`
  }
  return path(`${outline}L${width} ${height}Z`, color)
}

/** Soft hills: the same, with curves. */
export function hills(canvas: Canvas, base: number, swing: number, step: number, color: string): string {
  const { random } = canvas
  let outline = `M${-step} ${height}L${-step} ${base}`
  for (let x = -step; x <= width + step; x += step) {
    const next = Math.round(base + (random.next() - 0.5) * swing)
    outline += `S${x + step * 0.5} ${next} ${x + step} ${next}`
  }
  return path(`${outline}L${width + step * 2} ${height}Z`, color)
}

/** Long thin clouds. */
export function clouds(canvas: Canvas, hour: Sky, low: number, high: number, count: number): string {
  const { random } = canvas
  const color = mix(hour.sky[2], hour.light, 0.55)
  return repeat(count, () => {
    const w = random.between(120, 420)
    const opacity = random.between(0.12, 0.34).toFixed(2)
    return rect(
      random.between(-80, width),
      random.between(high, low),
      w,
      random.between(5, 13),
      color,
      6,
      `opacity="${opacity}"`,
    )
  })
}

/** A fir, standing at x, y. */
export function fir(x: number, y: number, size: number, color: string): string {
  const tier = (top: number, low: number, half: number) =>
    polygon(
      [
        [x, y - size * top],
        [x + size * half, y - size * low],
        [x - size * half, y - size * low],
      ],
      color,
    )
  return (
    tier(1, 0.56, 0.17) +
    tier(0.76, 0.3, 0.23) +
    tier(0.52, 0.06, 0.29) +
    rect(x - size * 0.03, y - size * 0.08, size * 0.06, size * 0.1, color)
  )
}

/** A palm, bent by the wind from the sea. */
export function palm(x: number, y: number, size: number, color: string, lean = 0.16): string {
  const top = { x: x + size * lean, y: y - size }
  const leaf = (angle: number, length: number) => {
    const radians = (angle * Math.PI) / 180
    const tip = {
      x: top.x + Math.cos(radians) * length,
      y: top.y + Math.sin(radians) * length + length * 0.34,
    }
    const bend = { x: (top.x + tip.x) / 2, y: Math.min(top.y, tip.y) - length * 0.3 }
    const under = { x: bend.x, y: bend.y + length * 0.17 }
    return path(
      `M${top.x.toFixed(1)} ${top.y.toFixed(1)}Q${bend.x.toFixed(1)} ${bend.y.toFixed(1)} ${tip.x.toFixed(1)} ${tip.y.toFixed(1)}Q${under.x.toFixed(1)} ${under.y.toFixed(1)} ${top.x.toFixed(1)} ${top.y.toFixed(1)}Z`,
      color,
    )
  }
  const fan = [-170, -140, -100, -70, -35, -5].map((angle) => leaf(angle, size * 0.46)).join('')
  const trunk = `M${x} ${y}Q${(x + size * lean * 0.2).toFixed(1)} ${(y - size * 0.6).toFixed(1)} ${top.x.toFixed(1)} ${top.y.toFixed(1)}`
  return line(trunk, color, size * 0.045) + fan
}

/** Houses of a far town with their windows lit. */
export function skyline(
  canvas: Canvas,
  town: { base: number; low: number; high: number; color: string; lit: number; window: string },
): string {
  const { random } = canvas
  const { base, low, high, color, lit, window } = town
  let drawn = ''
  for (let x = -20; x < width;) {
    const w = random.between(46, 118)
    const top = base - random.between(low, high)
    drawn += rect(x, top, w, base - top + 120, color, 2)
    if (random.chance(0.25)) drawn += rect(x + w * 0.46, top - random.between(14, 46), 3, 48, color)
    for (let y = top + 14; y < base - 10; y += 17)
      for (let left = x + 9; left < x + w - 12; left += 14)
        if (random.chance(lit))
          drawn += rect(left, y, 6, 8, window, 1, `opacity="${random.between(0.35, 0.95).toFixed(2)}"`)
    x += w + random.between(3, 12)
  }
  return drawn
}
