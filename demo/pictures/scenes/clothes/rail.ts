import { glow, height, line, path, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { cloths, darker, lighter } from '../../colors.ts'
import { shirt, jacket, trousers, place } from '../../garments.ts'

export function rail(canvas: Canvas): string {
  const { random } = canvas
  const wall = random.pick(['#3b3128', '#2b3438', '#3a2d38', '#2f3a30', '#3d3a36'])
  const colors = random.shuffled(cloths)
  const hang = (x: number, index: number) => {
    const color = colors[index % colors.length] ?? '#7c8a72'
    const size = random.between(196, 226)
    const kind = random.whole(0, 3)
    const piece =
      kind === 0
        ? shirt(color, lighter(color, 0.5), random.whole(0, 5))
        : kind === 3
          ? trousers(color)
          : jacket(color, darker(color, 0.5))
    return (
      line(`M${x} 152v-24q14 -2 12 -16q-8 -12 -18 -2`, '#b9ad96', 4) +
      line(`M${x - 46} 190L${x} 152L${x + 46} 190`, '#8f7a58', 6) +
      place(x, 170 + size / 2, size, piece)
    )
  }
  const floor = canvas.gradient([
    [0, darker(wall, 0.25)],
    [1, darker(wall, 0.65)],
  ])
  return (
    rect(0, 0, width, height, wall) +
    repeat(22, (index) => rect(index * 60, 0, 2, 560, darker(wall, 0.18))) +
    glow(canvas, random.between(380, 900), 80, 720, 520, '#ffe2ae', 0.42) +
    rect(0, 560, width, 160, floor) +
    rect(0, 552, width, 10, darker(wall, 0.4)) +
    rect(90, 104, 1100, 10, '#c9b48a', 5) +
    rect(110, 104, 10, 520, '#a89268', 4) +
    rect(1160, 104, 10, 520, '#a89268', 4) +
    repeat(6, (index) => hang(232 + index * 164, index)) +
    repeat(4, (index) => {
      const color = colors[(index + 7) % colors.length] ?? '#57483a'
      const x = 300 + index * 190
      return (
        glow(canvas, x + 40, 640, 90, 18, '#000000', 0.6) +
        path(`M${x - 40} 636q6 -36 44 -40q10 18 44 16q30 2 34 26z`, color) +
        rect(x - 42, 630, 126, 11, '#efe8da', 5)
      )
    })
  )
}
