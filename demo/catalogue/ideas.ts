/** What a script is about: the part of it that somebody thought of. */
export type Idea = { name: string; tags: string[]; summary: string }

/** What a category's scripts have to say about themselves. */
export type Shelf = {
  ideas: readonly Idea[]
  /** Sentences that follow a summary. */
  remarks: readonly string[]
  /** Lines of a list of what is in the archive. */
  features: readonly string[]
}

/** Reads a table, one idea a line: its name, its tags, its summary. */
export function ideasFrom(table: string): Idea[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', tags = '', summary = ''] = line.split('|').map((cell) => cell.trim())
      return { name, tags: tags.split(',').map((tag) => tag.trim()), summary }
    })
}
