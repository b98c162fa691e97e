import { cutText } from '#contract/platform/cut-text.ts'

const queryMax = 60

/** A query as it is counted; undefined for one that may contain personal data. */
export function countedQuery(text: string): string | undefined {
  const query = text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  if (query.length < 2 || query.includes('@') || /\d{6,}/.test(query.replaceAll(/[\s()+./-]/g, '')))
    return undefined
  return cutText(query, queryMax).trim()
}
