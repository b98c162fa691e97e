export const levels = ['high', 'medium', 'low'] as const

export type Problem = { level: (typeof levels)[number]; what: string; script: number | null; text: string }

export function problem(
  level: Problem['level'],
  what: string,
  script: number | undefined,
  text: string,
): Problem {
  return { level, what, script: script ?? null, text }
}
