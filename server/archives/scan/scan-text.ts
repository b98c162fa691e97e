import { createLuaLexer } from '#contract/manifest/lua-lexer.ts'
import { checkUrls } from '#server/archives/rules/reaches-out.rule.ts'

import { createJsLexer, type Comment } from './js-lexer.ts'
import type { Blocklist, ScanMember } from './scan-archive.ts'
import type { CodeFinding } from './scan-code.ts'
import { lineAt, type Place, type Sight } from './sight.ts'

/** Webhooks in texts that are no code: players receive those that a manifest names. */
export function scanText(text: string, { side, path }: ScanMember): CodeFinding[] {
  const findings: CodeFinding[] = []
  const sight: Sight = {
    isLua: false,
    side,
    resource: '',
    report: (rule, severity, place, detail) => {
      // A page links to hosts, and a list of hosts is no code.
      if (rule === 'webhook' && findings.length < 5)
        findings.push({ rule, severity, place, detail: detail ?? null })
    },
    fact: () => undefined,
    convar: () => undefined,
    runs: () => undefined,
    writtenBits: 0,
    isInteresting: false,
    callsOut: false,
    host: undefined,
    readsSecrets: undefined,
    grants: undefined,
    identifier: undefined,
    grantText: undefined,
    gives: undefined,
    antiCheat: undefined,
    stopsResource: undefined,
    runsBuiltCommand: false,
    markup: new Set(),
  }
  if (/\.(md|txt)$/i.test(path)) return []
  for (
    let at = text.indexOf('webhooks/');
    at >= 0 && findings.length < 5;
    at = text.indexOf('webhooks/', at + 9)
  )
    checkUrls(text.slice(Math.max(0, at - 60), at + 40), { at, line: lineAt(text, at) }, sight)
  return findings
}

/** Hosts and texts of the blocklist, in code, data and comments. */
export function findBlocklisted(
  text: string,
  path: string,
  { hosts, texts }: Blocklist,
): (CodeFinding & { isInComment: boolean })[] {
  const lower = text.toLowerCase()
  const found: { entry: string; place: Place }[] = []
  for (const entry of [...hosts, ...texts]) {
    if (entry === '' || found.length >= 20) continue
    const at = lower.indexOf(entry.toLowerCase())
    if (at >= 0) found.push({ entry, place: { at, line: lineAt(text, at) } })
  }
  if (found.length === 0) return []
  const isComment = findComments(
    text,
    path,
    found.map(({ place }) => place.at),
  )
  return found.map(({ entry, place }) => ({
    rule: 'blocklisted-text',
    severity: 'high',
    place,
    detail: entry.slice(0, 120),
    isInComment: isComment(place.at),
  }))
}

function findComments(text: string, path: string, places: readonly number[]): (at: number) => boolean {
  const inComment = new Set<number>()
  const onComment = (comment: Comment): void => {
    for (const at of places) if (at >= comment.at && at < comment.end) inComment.add(at)
  }
  const isLua = /\.lua$/i.test(path)
  if (isLua || /\.[cm]?[jt]sx?$/i.test(path)) {
    const next = isLua ? createLuaLexer(text, onComment) : createJsLexer(text, onComment)
    const end = Math.max(...places)
    for (let token = next(); token && token.at <= end; token = next());
  }
  return (at) => inComment.has(at)
}
