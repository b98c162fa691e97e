export type Tone = 'neutral' | 'ok' | 'active' | 'info' | 'warn' | 'danger' | 'idle'

const fills = {
  neutral: 'var(--brand)',
  ok: 'var(--ok)',
  active: 'var(--active)',
  info: 'var(--info)',
  warn: 'var(--warn)',
  danger: 'var(--danger)',
  idle: 'var(--idle)',
} satisfies Record<Tone, string>

/** The fill of a status: for dots and tints, never for text. */
export function toneFill(tone: Tone): string {
  return fills[tone]
}
