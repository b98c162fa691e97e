import { cutText } from '#analysis/cut-text.ts'

export const programs = /\.(exe|scr|lnk|vbs|msi|com|pif|hta)$/i
export const batches = /\.(bat|cmd|ps1)$/i
export const binaries = /\.(dll|so|node)$/i
export const archives = /\.(zip|7z|rar|tar|t?gz|bz2|xz)$/i
export const code = /\.(lua|[cm]?[jt]sx?)$/i
export const imageOrData =
  /\.(png|jpe?g|gif|webp|svg|ico|ttf|otf|woff2?|ogg|mp3|wav|mp4|webm|ytd|ydr|yft|ytyp|ymap|dat|bin|txt|md|json)$/i
export const programTypes: ReadonlySet<string> = new Set(['exe', 'elf', 'mach-o', 'lnk'])
export const archiveTypes: ReadonlySet<string> = new Set(['zip', '7z', 'rar', 'gzip', 'xz', 'bzip2'])

const codeStart =
  /\b(local \w+ ?=|function ?\(|PerformHttpRequest|RegisterNetEvent|require ?\(|const \w+ ?=|=> ?\{)/
export const looksLikeCode = (text: string | undefined): boolean =>
  text !== undefined && codeStart.test(cutText(text, 20_000))
