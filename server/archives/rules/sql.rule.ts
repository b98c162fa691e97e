import type { CodeFinding } from '#server/archives/scan/scan-code.ts'
import { lineAt } from '#server/archives/scan/sight.ts'

const patterns: [rule: CodeFinding['rule'], detail: string, pattern: RegExp][] = [
  [
    'grants-rights',
    'a group or rank in the database',
    /[`"[.\s](?:group|role|rank|permission_level|admin_level)[`"\]]?\s{0,9}=\s{0,9}['"](?:super_?admin|admin|god|owner)['"]/gi,
  ],
  [
    'fixed-player',
    'a trigger, event or update for one player',
    /\b(?:create\s[^;]{0,80}?\b(?:trigger|event)|update)\b[^;]{0,600}?['"](?:license2?|steam|discord|fivem):[\da-f]{8,}/gi,
  ],
  ['grants-rights', 'an account of the database', /\b(?:create\s{1,9}user|grant\s[^;]{1,200}?\bto)\b/gi],
  [
    'deletes-data',
    'a trigger or event',
    /\bcreate\s[^;]{0,80}?\b(?:trigger|event)\b[^;]{0,400}?\b(?:delete|drop|truncate)\b/gi,
  ],
  [
    'hidden-text',
    'a statement that is computed or stored as numbers',
    /\bprepare\s{1,9}\w{1,60}\s{1,9}from\s{1,9}@|\b0x[\da-f]{32}/gi,
  ],
  ['process', 'a file or program', /\b(?:into\s{1,9}(?:outfile|dumpfile)|load_file|sys_exec|sys_eval)\b/gi],
]

/** Statements that the owner of a server runs to install a script. */
export function scanSql(text: string): CodeFinding[] {
  return patterns.flatMap(([rule, detail, pattern]) =>
    [...text.matchAll(pattern)].slice(0, 3).map(({ index: at }) => ({
      rule,
      severity: 'medium' as const,
      place: { at, line: lineAt(text, at) },
      detail,
    })),
  )
}
