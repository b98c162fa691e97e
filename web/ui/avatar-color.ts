// At least 7:1 contrast with the dark initial.
const palette = [
  '#e0c184',
  '#8fb7d8',
  '#a9c79a',
  '#d99a86',
  '#c7b2dd',
  '#e3b7a0',
  '#8cc4bb',
  '#d8a4bd',
  '#c9c08a',
  '#9fb0e0',
] as const

export const avatarInk = '#17130c'

export function avatarColor(name: string): string {
  // FNV-1a: a sum of characters would map most names to a few colors.
  let hash = 0x811c9dc5
  for (const character of name.toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return palette[hash % palette.length] ?? palette[0]
}

export function avatarInitial(name: string): string {
  const [first = '?'] = name.trim()
  return first.toUpperCase()
}
