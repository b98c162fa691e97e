import { tokenizer } from 'acorn'

import { createLuaLexer } from '#analysis/syntax/lua-lexer.ts'
import { lineOf } from '#analysis/lines.ts'
import type { Found } from '#analysis/rules/rule.ts'
import type { Blocklist } from './archive.ts'
import { detailOfEntry } from './entry-detail.ts'

const listedMax = 20

/** Hosts and texts of the blocklist, in code, data and comments. */
export function findBlocklisted(text: string, path: string, { hosts, texts }: Blocklist): Found[] {
  const lower = text.toLowerCase()
  const found: { entry: string; start: number }[] = []
  for (const entry of [...hosts, ...texts]) {
    if (entry === '' || found.length >= listedMax) continue
    const start = lower.indexOf(entry.toLowerCase())
    if (start >= 0) found.push({ entry, start })
  }
  if (found.length === 0) return []
  const comments = findComments(text, path, Math.max(...found.map(({ start }) => start)))
  return found.map(({ entry, start }) => ({
    rule: 'blocklisted-text',
    severity: 'high',
    start,
    line: lineOf(text, start),
    detail: detailOfEntry(entry),
    isInComment: comments.some((comment) => start >= comment.start && start < comment.end),
  }))
}

function findComments(text: string, path: string, last: number): { start: number; end: number }[] {
  const comments: { start: number; end: number }[] = []
  if (/\.lua$/i.test(path)) {
    const next = createLuaLexer(text, (start, end) => comments.push({ start, end }))
    for (let token = next(); token && token.at <= last; token = next());
  } else if (/\.[cm]?[jt]sx?$/i.test(path))
    try {
      const onComment = (_: boolean, __: string, start: number, end: number): number =>
        comments.push({ start, end })
      for (const token of tokenizer(text, { ecmaVersion: 'latest', onComment })) if (token.start > last) break
    } catch {
      // What the grammar rejects has a finding of its own.
    }
  return comments
}
