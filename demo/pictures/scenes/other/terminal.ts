import { rect, repeat, type Canvas } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, panel, windowBar } from '../../panel.ts'

export function terminal(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const words = [
    'ensure',
    'start',
    'loaded',
    'saved',
    'checked',
    'ready',
    'sync',
    'resource',
    'server',
    'backup',
    'cache',
    'stream',
  ]
  return (
    backdrop(canvas, theme) +
    panel(canvas, theme, 110, 70, 1060, 580) +
    windowBar(110, 70, 1060, theme.raised) +
    repeat(12, (index) => {
      const y = 172 + index * 39
      const isGood = random.chance(0.82)
      return (
        write('>', { x: 150, y, size: 17, color: theme.accent }) +
        write(`${random.pick(words)} ${random.pick(words)}`, {
          x: 180,
          y,
          size: 17,
          color: index === 11 ? theme.ink : mix(theme.ink, theme.panel, 0.25),
          weight: 0.75,
        }) +
        bar(560, y - 13, random.between(80, 300), 11, theme.line) +
        write(isGood ? 'ok' : 'slow', {
          x: 1124,
          y,
          size: 17,
          color: isGood ? '#5fd98a' : '#f0b64c',
          anchor: 'end',
        })
      )
    }) +
    rect(180, 614, 16, 22, theme.accent, 2)
  )
}
