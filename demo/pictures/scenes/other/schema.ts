import { circle, line, rect, repeat, type Canvas } from '../../canvas.ts'
import { icon } from '../../icons.ts'
import { backdrop, bar, panel } from '../../panel.ts'

export function schema(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const tables = [
    [90, 110],
    [500, 60],
    [500, 400],
    [910, 150],
    [910, 450],
    [90, 440],
  ].map(([x = 0, y = 0]) => ({
    x: x + random.between(-16, 16),
    y: y + random.between(-14, 14),
    rows: random.whole(3, 5),
  }))
  const links = [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 4],
    [5, 2],
    [3, 2],
  ] as const
  return (
    backdrop(canvas, theme) +
    repeat(20, (column) => repeat(11, (row) => circle(40 + column * 64, 40 + row * 64, 1.8, theme.line))) +
    links
      .map(([from, to]) => {
        const [a, b] = [tables[from], tables[to]]
        if (!a || !b) return ''
        const start = { x: a.x + (b.x > a.x + 100 ? 280 : 0), y: a.y + 90 }
        const end = { x: b.x + (b.x > a.x + 100 ? 0 : 280), y: b.y + 70 }
        return (
          line(
            `M${start.x} ${start.y}C${(start.x + end.x) / 2} ${start.y} ${(start.x + end.x) / 2} ${end.y} ${end.x} ${end.y}`,
            theme.accent,
            4,
            'opacity=".75"',
          ) + circle(end.x, end.y, 7, theme.accent)
        )
      })
      .join('') +
    tables
      .map(
        ({ x, y, rows }, index) =>
          panel(canvas, theme, x, y, 280, 66 + rows * 36, 14) +
          rect(x, y, 280, 48, index === 2 ? theme.accent : theme.raised, 14) +
          icon('database', x + 30, y + 24, 22, index === 2 ? theme.onAccent : theme.accent, {
            thickness: 2,
          }) +
          bar(x + 52, y + 18, random.between(80, 150), 11, index === 2 ? theme.onAccent : theme.ink) +
          repeat(
            rows,
            (row) =>
              circle(x + 26, y + 76 + row * 36, 5, row === 0 ? theme.accent : theme.line) +
              bar(x + 46, y + 71 + row * 36, random.between(70, 130), 9, theme.ink, 0.8) +
              bar(x + 200, y + 72 + row * 36, random.between(30, 60), 7, theme.muted),
          ),
      )
      .join('')
  )
}
