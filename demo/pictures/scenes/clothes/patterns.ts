import { circle, ellipse, glow, group, height, line, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { cloths, darker, mix } from '../../colors.ts'

export function patterns(canvas: Canvas): string {
  const { random } = canvas
  const swatch = (x: number, y: number, size: number, kind: number) => {
    const base = random.pick(cloths)
    const second = mix(base, random.pick(cloths), 0.8)
    const cells = [
      () => repeat(12, (index) => rect(x + index * (size / 12), y, size / 24, size, second)),
      () =>
        repeat(
          8,
          (index) =>
            rect(x, y + index * (size / 8), size, size / 22, second, 0, 'opacity=".8"') +
            rect(x + index * (size / 8), y, size / 22, size, second, 0, 'opacity=".8"'),
        ),
      () =>
        repeat(49, (index) =>
          circle(
            x + ((index % 7) + 0.5) * (size / 7),
            y + (Math.floor(index / 7) + 0.5) * (size / 7),
            size / 26,
            second,
          ),
        ),
      () =>
        repeat(15, (index) =>
          line(
            `M${x - 20} ${y + index * 20}l${size / 4} -22l${size / 4} 22l${size / 4} -22l${size / 4} 22l40 -22`,
            second,
            5,
          ),
        ),
      () =>
        repeat(26, () =>
          ellipse(
            x + random.between(0, size),
            y + random.between(0, size),
            random.between(18, 46),
            random.between(12, 30),
            random.pick([second, darker(base, 0.35), darker(second, 0.25)]),
            `transform="rotate(${random.whole(-40, 40)} ${x + size / 2} ${y + size / 2})"`,
          ),
        ),
      () =>
        repeat(64, (index) =>
          (index + Math.floor(index / 8)) % 2
            ? rect(
                x + (index % 8) * (size / 8),
                y + Math.floor(index / 8) * (size / 8),
                size / 8,
                size / 8,
                second,
              )
            : '',
        ),
    ]
    return canvas.inside(
      rect(x, y, size, size, '#fff', 22),
      rect(x, y, size, size, base) +
        (cells[kind % cells.length]?.() ?? '') +
        rect(
          x,
          y,
          size,
          size,
          canvas.gradient(
            [
              [0, '#fff', 0.14],
              [0.5, '#fff', 0],
              [1, '#000', 0.28],
            ],
            [0, 0, 1, 1],
          ),
        ),
    )
  }
  const kinds = random.shuffled([0, 1, 2, 3, 4, 5, 0, 4])
  const ground = random.pick(['#1b1713', '#15191c', '#1c161b', '#171b15'])
  return (
    rect(0, 0, width, height, ground) +
    glow(canvas, 640, 300, 800, 520, '#d8b98a', 0.22) +
    group(
      `rotate(${random.between(-10, 10).toFixed(1)} 640 360)`,
      repeat(8, (index) =>
        swatch(76 + (index % 4) * 288, 84 + Math.floor(index / 4) * 288, 264, kinds[index] ?? 0),
      ),
    )
  )
}
