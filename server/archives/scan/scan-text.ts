import { createLuaLexer } from '#analysis/syntax/lua-lexer.ts'
import { checkUrls } from '#server/archives/rules/reaches-out.rule.ts'
import { scanSql } from '#server/archives/rules/sql.rule.ts'

import { createJsLexer, type Comment } from './js-lexer.ts'
import type { Blocklist, ScanMember } from './scan-archive.ts'
import { scanCode, type CodeFinding } from './scan-code.ts'
import { createSight, lineAt, type Place } from './sight.ts'

/** Webhooks in texts that are no code: players receive those that a manifest names. */
export function scanText(text: string, { side, path }: ScanMember): CodeFinding[] {
  const findings: CodeFinding[] = []
  const sight = createSight({
    isLua: false,
    side,
    resource: '',
    report: (rule, severity, place, detail) => {
      // A page links to hosts, and a list of hosts is no code.
      if (rule === 'webhook' && findings.length < 5)
        findings.push({ rule, severity, place, detail: detail ?? null })
    },
  })
  if (/\.(md|txt)$/i.test(path)) return []
  if (/(^|\/)package\.json$/.test(path)) findings.push(...findInstallScripts(text))
  if (/\.sql$/i.test(path)) findings.push(...scanSql(text))
  if (/\.json$/i.test(path) && handlerInJson.test(text)) findings.push(...scanMarkupInJson(text))
  for (
    let at = text.indexOf('webhooks/');
    at >= 0 && findings.length < 5;
    at = text.indexOf('webhooks/', at + 9)
  )
    checkUrls(text.slice(Math.max(0, at - 60), at + 40), { at, line: lineAt(text, at) }, sight)
  return findings
}

const handlerInJson = /\son[a-z]{3,30}\s{0,9}=\s{0,9}(?:\\"|')/i

/** A page that inserts texts of a JSON file, such as translations, runs the event handlers of their markup. */
function scanMarkupInJson(text: string): CodeFinding[] {
  const file = {
    text: text.replaceAll('\\"', ' "'),
    isLua: false,
    isMarkup: true,
    side: 'page',
    resource: '',
  } as const
  return scanCode(file).findings
}

/** Commands that run on the server when its packages are installed. */
function findInstallScripts(text: string): CodeFinding[] {
  return [...text.matchAll(/"(?:pre|post)?install"\s{0,9}:\s{0,9}"([^\n]{1,500})/g)].map((match) => ({
    rule: 'process',
    severity: /https?:|curl|wget|powershell|eval|node -e/i.test(match[1] ?? '') ? 'medium' : 'low',
    place: { at: match.index, line: lineAt(text, match.index) },
    detail: (match[1] ?? '').slice(0, 120),
  }))
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
