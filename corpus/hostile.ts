import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { analyseFiles } from '#scan/analyse-files.ts'
import type { SourceFile } from '#scan/source-file.ts'

/** A program of corpus/hostile. Its text is never run. */
export type HostileProgram = {
  set: string
  id: string
  language: 'lua' | 'js'
  /** What it does, for a person. */
  does: string
  files: ReadonlyMap<string, string>
}

export type Outcome = {
  /** Rules of severity high or medium, worst first. */
  rules: string[]
  /** A finding says that something was not analysed. */
  isUnread: boolean
  isHigh: boolean
}

/** The sets are texts: `=== id | language | what it does | path`, then the code, in several files after `@ path`. */
export function readHostile(folder = fileURLToPath(new URL('hostile', import.meta.url))): HostileProgram[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => readSet(name.replace('.txt', ''), readFileSync(join(folder, name), 'utf8')))
}

function readSet(set: string, text: string): HostileProgram[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((section) => {
      const [head = '', ...lines] = section.split('\n')
      const [id = '', kind = '', does = '', path] = head.split(' | ')
      const language = kind === 'js' ? 'js' : 'lua'
      return {
        set,
        id,
        language,
        does,
        files: readFiles(lines.join('\n'), path ?? `server/main.${language}`),
      }
    })
}

function readFiles(text: string, first: string): Map<string, string> {
  const [single = '', ...others] = text.split(/^@ /m)
  if (others.length === 0) return new Map([[first, single]])
  return new Map(
    others.map((part) => {
      const [path = '', ...lines] = part.split('\n')
      return [path, lines.join('\n')]
    }),
  )
}

const manifestOf = (paths: readonly string[]): string => `fx_version 'cerulean'
game 'gta5'
server_scripts { 'server/*.lua', 'server/*.js'${paths.map((path) => `, '${path}'`).join('')} }
client_scripts { 'client/*.lua', 'client/*.js' }
ui_page 'html/index.html'
files { 'html/*' }
`

/** The analysis of a program as a resource of its own. */
export async function analyseProgram(files: ReadonlyMap<string, string>): Promise<Outcome> {
  const inOtherFolders = [...files.keys()].filter((path) => !/^(server|client|html)\//.test(path))
  const all = new Map([['fxmanifest.lua', manifestOf(inOtherFolders)], ...files])
  const pages = [...files.keys()].filter((path) => path.startsWith('html/'))
  if (pages.length > 0)
    all.set('html/index.html', pages.map((path) => `<script src="${path.slice(5)}"></script>`).join('\n'))
  const reply = await analyseFiles([...all].map(([path, text]) => sourceFile(`resource/${path}`, text)))
  if (reply.state !== 'done') return { rules: [], isUnread: true, isHigh: false }
  const { findings } = reply.analysis
  const unread = findings.filter(({ rule }) => rule === 'not-fully-read' || rule === 'does-not-parse')
  const others = findings.filter((finding) => !unread.includes(finding) && finding.severity !== 'low')
  return {
    rules: [...new Set(others.map(({ rule }) => rule))],
    isUnread: unread.length > 0,
    isHigh: others.some(({ severity }) => severity === 'high'),
  }
}

export function sourceFile(path: string, content: string | Buffer): SourceFile {
  const bytes = Buffer.from(content)
  return { path, size: bytes.length, read: () => bytes }
}

/** For each set: how many programs have a finding of severity high or medium. */
export async function measureHostile(
  programs: readonly HostileProgram[],
  { showsMissed }: { showsMissed: boolean },
): Promise<string> {
  const missed: string[] = []
  const counts = new Map<string, { all: number; found: number; high: number }>()
  for (const { set, id, files, does } of programs) {
    const outcome = await analyseProgram(files)
    const count = counts.get(set) ?? { all: 0, found: 0, high: 0 }
    counts.set(set, count)
    count.all++
    if (outcome.rules.length > 0) count.found++
    else missed.push(`${set} ${id}: ${does}${outcome.isUnread ? ' (not fully read)' : ''}`)
    if (outcome.isHigh) count.high++
  }
  const rows = [...counts].map(([set, { all, found, high }]) => `| ${set} | ${all} | ${found} | ${high} |`)
  return [
    '| Set | Programs | Found | High |',
    '|---|---|---|---|',
    ...rows,
    ...(showsMissed ? ['', ...missed] : []),
  ].join('\n')
}
