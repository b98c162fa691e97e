import { circle, glow, line, repeat, type Canvas } from '../../canvas.ts'
import { icon, type IconName } from '../../icons.ts'
import { backdrop, badge, bar, button, meter, panel } from '../../panel.ts'

export function skillTree(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const skills = random.shuffled<IconName>([
    'dumbbell',
    'heart',
    'zap',
    'shield',
    'flame',
    'wind',
    'leaf',
    'crown',
    'gem',
    'target',
    'star',
    'fish',
    'wrench',
    'droplets',
    'trophy',
  ])
  const columns = random.pick([
    [1, 2, 3, 3, 2],
    [2, 3, 2, 3, 1],
    [1, 3, 3, 2, 3],
    [2, 2, 3, 3, 2],
  ])
  const nodes = columns.map((count, column) =>
    Array.from({ length: count }, (_, index) => ({
      x: 170 + column * 180,
      y: 360 + (index - (count - 1) / 2) * 186 + random.between(-14, 14),
      isLearned: column < 2 || (column === 2 && index < 2) || (column === 3 && index === 0),
    })),
  )
  const branches = nodes
    .flatMap((column, index) =>
      column.flatMap((from) =>
        (nodes[index + 1] ?? [])
          .filter((to) => Math.abs(to.y - from.y) < 210)
          .map((to) =>
            line(
              `M${from.x} ${from.y}C${from.x + 80} ${from.y} ${to.x - 80} ${to.y} ${to.x} ${to.y}`,
              from.isLearned && to.isLearned ? theme.accent : theme.line,
              from.isLearned && to.isLearned ? 6 : 4,
            ),
          ),
      ),
    )
    .join('')
  const drawn = nodes
    .flat()
    .map(({ x, y, isLearned }, index) => {
      const halo = isLearned ? glow(canvas, x, y, 96, 96, theme.accent, 0.5) : ''
      return (
        halo +
        circle(x, y, 48, isLearned ? theme.accent : theme.panel) +
        circle(x, y, 48, 'none', `stroke="${isLearned ? theme.ink : theme.line}" stroke-width="3"`) +
        icon(skills[index] ?? 'star', x, y, 48, isLearned ? theme.onAccent : theme.muted, { thickness: 1.7 })
      )
    })
    .join('')
  return (
    backdrop(canvas, theme) +
    branches +
    drawn +
    panel(canvas, theme, 994, 120, 236, 480) +
    badge(skills[0] ?? 'star', 1112, 206, 48, theme.accent, theme.onAccent) +
    bar(1042, 280, 140, 14, theme.ink) +
    bar(1064, 306, 96, 9, theme.muted) +
    repeat(
      3,
      (index) =>
        bar(1022, 350 + index * 46, 70, 8, theme.muted) +
        meter(1022, 366 + index * 46, 180, random.between(0.25, 0.95), theme, 10),
    ) +
    button(1022, 520, 180, 50, 'Learn', theme)
  )
}
