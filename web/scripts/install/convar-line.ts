import type { Convar } from '#contract/archives/analysis.ts'

/** A line for server.cfg. A secret is never replicated: `setr` sends a value to every player. */
export function convarLine(convar: Convar): string {
  const value = (convar.fallback ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}"]+/gu, ' ')
  return `${convar.isReplicated && !isSecret(convar) ? 'setr' : 'set'} ${convar.name} "${value}"`
}

/**
 * Returns whether the value belongs on the server only, by its name. A key with a default is the key of a keyboard,
 * unless its name says what it opens.
 */
export function isSecret({ name, fallback }: Convar): boolean {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  if (words.some((word) => /webhook|token|secret|passw/.test(word))) return true
  if (/(api|access|licen[cs]e|private)_?keys?(_|$)/.test(words.join('_'))) return true
  return words.some((word) => /^keys?$/.test(word)) && !fallback
}
