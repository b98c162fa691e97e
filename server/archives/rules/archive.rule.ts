import type { Resource } from '#contract/manifest/describe-resources.ts'
import { isRemote } from '#contract/manifest/read-resource.ts'
import type { ScanMember } from '#server/archives/scan/scan-archive.ts'
import type { CodeFinding } from '#server/archives/scan/scan-code.ts'

import { systemResources } from './touches-server.rule.ts'

type Report = (finding: CodeFinding) => void

const wholeFile = { at: -1, line: 1 }
const programs = /\.(exe|scr|lnk|vbs|msi|com|pif|hta)$/i
const batches = /\.(bat|cmd|ps1)$/i
const binaries = /\.(dll|so|node)$/i
const archives = /\.(zip|7z|rar|tar|t?gz|bz2|xz)$/i
const code = /\.(lua|[cm]?[jt]sx?)$/i
const imageOrData =
  /\.(png|jpe?g|gif|webp|svg|ico|ttf|otf|woff2?|ogg|mp3|wav|mp4|webm|ytd|ydr|yft|ytyp|ymap|dat|bin|txt|md|json)$/i
const programTypes = new Set(['exe', 'elf', 'mach-o', 'lnk'])
const archiveTypes = new Set(['zip', '7z', 'rar', 'gzip', 'xz', 'bzip2'])

/** Rules for a file of any kind. */
export function checkMember(
  member: ScanMember,
  text: string | undefined,
  blocked: readonly string[],
  report: Report,
): void {
  const { path, type, side, sha256, kind } = member
  const add = (
    rule: CodeFinding['rule'],
    severity: CodeFinding['severity'],
    detail: string | null = null,
  ): void => report({ rule, severity, place: wholeFile, detail })
  const isRun = side === 'server' || side === 'client' || side === 'shared'
  // `shared` also holds data.
  const isBinary =
    (kind === 'binary' || kind === 'image') &&
    (side !== 'shared' || !imageOrData.test(path)) &&
    member.size > 0

  if (blocked.some((hash) => hash !== '' && (hash.startsWith(sha256) || sha256.startsWith(hash))))
    add('blocklisted-file', 'high')
  if (programs.test(path)) add('program-file', 'high')
  else if (batches.test(path)) add('program-file', 'medium')
  else if (binaries.test(path)) add('binary', 'medium', /\.net\.dll$/i.test(path) ? 'a script in C#' : null)
  else if (archives.test(path)) add('nested-archive', 'low')

  if (type === 'lua-bytecode') add(code.test(path) ? 'bytecode' : 'disguised-file', 'high', 'precompiled Lua')
  else if (type !== null && programTypes.has(type) && !programs.test(path) && !binaries.test(path))
    add('disguised-file', isRun || imageOrData.test(path) ? 'high' : 'medium', 'a program')
  else if (type !== null && archiveTypes.has(type) && (code.test(path) || imageOrData.test(path)))
    add('disguised-file', 'medium', 'an archive')
  else if (isRun && !code.test(path) && imageOrData.test(path) && (side !== 'shared' || looksLikeCode(text)))
    add('disguised-file', 'high', 'run as a script')
  else if (/\.(png|jpe?g|gif|webp|ttf|ogg|mp3|ytd)$/i.test(path) && looksLikeCode(text))
    add('disguised-file', isRun ? 'high' : 'medium', 'a script')
  else if (isRun && (side !== 'shared' || code.test(path)) && text?.includes('\0'))
    add('disguised-file', 'high', 'contains zero bytes')
  else if (isRun && isBinary && !binaries.test(path) && !programs.test(path) && !/\.wasm$/i.test(path))
    add('disguised-file', 'high', 'a binary file, run as a script')
  else if (member.resource !== null && isRun && code.test(path) && /(^|\/)(stream|\.[^/]+)\//.test(path))
    add('disguised-file', 'high', 'a script in a folder for other files')
}

const codeStart =
  /\b(local \w+ ?=|function ?\(|PerformHttpRequest|RegisterNetEvent|require ?\(|const \w+ ?=|=> ?\{)/

function looksLikeCode(text: string | undefined): boolean {
  return text !== undefined && codeStart.test(text.slice(0, 20_000))
}

/** Rules for a resource. */
export function checkResource(resource: Resource, resourcesTotal: number, report: Report): void {
  const place = { at: -1, line: 1 }
  if (resourcesTotal > 1 && systemResources.has(resource.name))
    report({ rule: 'system-resource', severity: 'medium', place, detail: resource.name })
  for (const page of [resource.page, resource.loadscreen])
    if (page !== null && isRemote(page))
      report({ rule: 'remote-page', severity: 'medium', place, detail: page.slice(0, 120) })
  const computed = resource.problems.find(({ code: problem }) => problem === 'computed')
  if (computed)
    report({ rule: 'computed-manifest', severity: 'medium', place, detail: computed.text.slice(0, 120) })
}
