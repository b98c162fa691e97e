import { cutText } from '#analysis/cut-text.ts'
import { lineOf } from '#analysis/lines.ts'
import { fixedGrant } from '#analysis/rules/grants-rights.ts'
import { accessToken } from '#analysis/rules/access-token.ts'
import { webhookUrl } from '#analysis/rules/hosts.ts'
import { databaseAccount, databaseFile } from '#analysis/rules/queries.ts'
import type { Found, Severity } from '#analysis/rules/rule.ts'

const patterns: [rule: string, detail: string, pattern: RegExp][] = [
  ['grants-rights', 'a group or rank in the database', new RegExp(fixedGrant, 'gi')],
  [
    'fixed-player',
    'a trigger, event or update for one player',
    /\b(?:create\s[^;]{0,80}?\b(?:trigger|event)|update)\b[^;]{0,600}?['"](?:license2?|steam|discord|fivem):[\da-f]{8,}/gi,
  ],
  ['grants-rights', 'an account of the database', new RegExp(databaseAccount, 'gim')],
  [
    'deletes-data',
    'a trigger or event',
    /\bcreate\s[^;]{0,80}?\b(?:trigger|event)\b[^;]{0,400}?\b(?:delete\s{1,9}(?:\w{1,60}\s{1,9})?from|drop\s{1,9}\w+|truncate)\b/gi,
  ],
  [
    'hidden-text',
    'a statement that is computed or stored as numbers',
    /\bprepare\s{1,9}\w{1,60}\s{1,9}from\s{1,9}@(\w{0,60})|\b0x[\da-f]{32}/gi,
  ],
  ['process', 'a file or program', new RegExp(databaseFile, 'gi')],
]
const sqlToken =
  /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|--(?=\s)[^\n]*|#[^\n]*|\/\*(?!!)[\s\S]*?\*\//g
const readableMax = 20_000
const decodes = /\b(?:unhex|char|from_base64|concat\w*)\s{0,9}\(|0x/i
const oneOfTwo =
  /^\s*(?:\(\s*select\s+if\s*\(.*,\s*''\s*,\s*''\s*\)\s*\)|if\s*\(.*,\s*''\s*,\s*''\s*\))\s*$/is

/** Variables that only hold one of two readable texts, as in scripts that add a column where it is not there. */
function readableStatements(text: string): Set<string> {
  const names = new Set<string>()
  // Quotes that do not end are looked for again from each one.
  if (text.length > readableMax) return names
  if (/@['"`]|\bcall\b|\binto\b[^;]{0,999}@/i.test(text)) return names
  const bare = text.replaceAll(sqlToken, (token) =>
    /^['"]/.test(token) ? (decodes.test(token) ? "'!'" : "''") : ' ',
  )
  const sets = [...bare.matchAll(/@(\w{1,60})\s{0,9}:?=([^;]*)/g)]
  for (const [, name = ''] of sets) names.add(name.toLowerCase())
  for (const [, name = '', expression = ''] of sets) {
    const called = [...expression.matchAll(/(\w{1,60})\s{0,9}\(/g)].map(([, word = '']) => word)
    if (!oneOfTwo.test(expression) || !called.every((word) => /^(if|exists|count|database)$/i.test(word)))
      names.delete(name.toLowerCase())
  }
  return names
}

const installScript = /"(?:pre|post)?install"\s{0,9}:\s{0,9}"([^\n]{1,500})/g
const webhooksMax = 5
const webhookUrls = new RegExp(webhookUrl, 'gi')

/** What texts say that are no code: statements of SQL, commands of packages, webhooks, access tokens. */
export function scanText(text: string, { side, path }: { side: string; path: string }): Found[] {
  const findings: Found[] = []
  const add = (rule: string, severity: Severity, start: number, detail: string | null): number =>
    findings.push({
      rule,
      severity,
      start,
      line: lineOf(text, start),
      detail: detail && cutText(detail, 120),
    })
  const token = accessToken.exec(text)
  if (token) add('access-token', 'medium', token.index, null)
  if (/\.(md|txt)$/i.test(path)) return findings
  if (/(^|\/)package\.json$/.test(path))
    for (const { 1: command = '', index } of text.matchAll(installScript))
      add(
        'process',
        /https?:|curl|wget|powershell|eval|node -e/i.test(command) ? 'medium' : 'low',
        index,
        command,
      )
  const readable = /\.sql$/i.test(path) ? readableStatements(text) : new Set<string>()
  const isHidden = ({ 1: variable }: RegExpExecArray): boolean =>
    variable === undefined || !readable.has(variable.toLowerCase())
  if (/\.sql$/i.test(path))
    for (const [rule, detail, pattern] of patterns)
      for (const { index } of text.matchAll(pattern).filter(isHidden).take(3))
        add(rule, 'medium', index, detail)
  const severity = side === 'server' || side === 'none' ? 'low' : 'medium'
  for (const { 0: found, index } of text.matchAll(webhookUrls).take(webhooksMax))
    add(
      'webhook',
      severity,
      index + found.indexOf('webhooks/'),
      `${found.slice(0, found.lastIndexOf('/') + 5)}…`,
    )
  return findings
}
