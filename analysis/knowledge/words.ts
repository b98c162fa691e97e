/** Names that a text lists. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
