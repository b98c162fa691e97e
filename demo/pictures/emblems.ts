import { circle, glow, height, line, path, polygon, rect, repeat, width, type Canvas } from './canvas.ts'
import { cloths, darker, lighter, mix, paints } from './colors.ts'
import { icon, type IconName } from './icons.ts'
import { hills, sky } from './land.ts'
import { write } from './lettering.ts'

/** A picture for a person, made to be cut to the square in the middle: a landscape, a mask or a shape. */
export function avatar(canvas: Canvas): string {
  const { random, hour, theme } = canvas
  const kind = random.whole(0, 3)
  if (kind === 0)
    return (
      sky(canvas, hour, 470, { x: 640, y: random.between(230, 380) }) +
      hills(canvas, 430, 90, 160, hour.land[0]) +
      hills(canvas, 520, 70, 130, hour.land[1]) +
      hills(canvas, 610, 60, 120, hour.land[3])
    )
  const ground = rect(
    0,
    0,
    width,
    height,
    canvas.gradient(
      [
        [0, lighter(random.pick(paints), 0.1)],
        [1, darker(random.pick(paints), 0.45)],
      ],
      [0, 0, 1, 1],
    ),
  )
  if (kind === 1) return ground + fox(random.pick(cloths))
  if (kind === 2) return ground + owl(random.pick(cloths), theme.accent)
  const tone = random.pick(cloths)
  return (
    ground +
    repeat(2, (index) => circle(640, 360, 300 - index * 44, index ? tone : mix(tone, '#14110d', 0.55))) +
    icon(
      random.pick<IconName>([
        'anchor',
        'compass',
        'moon',
        'leaf',
        'gem',
        'music',
        'flame',
        'star',
        'wind',
        'snowflake',
      ]),
      640,
      360,
      190,
      '#fff7e6',
      { thickness: 1.6 },
    )
  )
}

function fox(color: string): string {
  const dark = darker(color, 0.55)
  return (
    polygon(
      [
        [430, 150],
        [570, 270],
        [440, 400],
      ],
      color,
    ) +
    polygon(
      [
        [850, 150],
        [710, 270],
        [840, 400],
      ],
      color,
    ) +
    polygon(
      [
        [452, 196],
        [540, 276],
        [458, 350],
      ],
      dark,
    ) +
    polygon(
      [
        [828, 196],
        [740, 276],
        [822, 350],
      ],
      dark,
    ) +
    path('M430 330C470 250 810 250 850 330C860 440 740 560 640 610C540 560 420 440 430 330Z', color) +
    path(
      'M430 340C500 380 560 430 640 610C540 560 420 440 430 340ZM850 340C780 380 720 430 640 610C740 560 860 440 850 340Z',
      '#f6efe2',
    ) +
    circle(548, 392, 22, '#1a1613') +
    circle(732, 392, 22, '#1a1613') +
    circle(555, 385, 7, '#ffffff') +
    circle(739, 385, 7, '#ffffff') +
    path('M604 560Q640 540 676 560Q664 604 640 612Q616 604 604 560Z', '#1a1613')
  )
}

function owl(color: string, beak: string): string {
  const dark = darker(color, 0.35)
  return (
    path(
      'M400 190C470 200 540 230 640 230C740 230 810 200 880 190C900 330 900 640 640 660C380 640 380 330 400 190Z',
      color,
    ) +
    path(
      'M470 470C520 560 760 560 810 470C820 600 740 650 640 655C540 650 460 600 470 470Z',
      lighter(color, 0.3),
    ) +
    repeat(9, (index) =>
      line(`M${540 + (index % 3) * 84} ${540 + Math.floor(index / 3) * 34}q16 16 32 0`, dark, 7),
    ) +
    [540, 740]
      .map(
        (x) =>
          circle(x, 380, 92, dark) +
          circle(x, 380, 72, '#f6efe2') +
          circle(x, 380, 40, '#1a1613') +
          circle(x + 14, 366, 12, '#ffffff'),
      )
      .join('') +
    polygon(
      [
        [606, 430],
        [674, 430],
        [640, 500],
      ],
      beak,
    )
  )
}

const partnerMarks = ['server', 'compass', 'anchor', 'zap', 'leaf', 'headphones'] as const

/** The sign of a partner: a mark beside a name, on its own ground. */
export function partnerLogo(name: string, index: number): (canvas: Canvas) => string {
  return (canvas) => {
    const { theme } = canvas
    const [first = '', second = ''] = name.split(' ')
    return (
      rect(
        0,
        0,
        width,
        height,
        canvas.gradient(
          [
            [0, theme.raised],
            [1, theme.panel],
          ],
          [0, 0, 1, 1],
        ),
      ) +
      glow(canvas, 330, 360, 420, 420, theme.accent, 0.3) +
      rect(130, 210, 300, 300, theme.accent, 76) +
      icon(partnerMarks[index % partnerMarks.length] ?? 'star', 280, 360, 180, theme.onAccent, {
        thickness: 1.7,
      }) +
      write(first, { x: 500, y: 350, size: first.length > 8 ? 84 : 100, color: theme.ink, weight: 1 }) +
      write(second, { x: 502, y: 486, size: 66, color: theme.accent, weight: 0.8 })
    )
  }
}
