import type { Convar } from '#contract/analysis.ts'

/** A line for server.cfg. */
export function convarLine({ name, fallback, isReplicated }: Convar): string {
  const value = (fallback ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}"]+/gu, ' ')
  return `${isReplicated ? 'setr' : 'set'} ${name} "${value}"`
}
