/** Tags that differ only in case are duplicates. */
export function addTag(
  tags: readonly string[],
  draft: string,
): { kind: 'added'; tags: string[] } | { kind: 'duplicate' } | { kind: 'empty' } {
  const tag = draft.trim().replaceAll(/\s+/g, ' ')
  if (!tag) return { kind: 'empty' }
  if (tags.some((existing) => existing.toLowerCase() === tag.toLowerCase())) return { kind: 'duplicate' }
  return { kind: 'added', tags: [...tags, tag] }
}
