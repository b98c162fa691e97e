import platform from 'node:path'

/** The hub that serves this file; the server replaces the text in its build. */
const served = '{hub}'

let url = import.meta.url

/** The URL of the file that runs, which threads run, too. */
export function program(): string {
  return url
}

export function setProgram(mainUrl: string): void {
  url = mainUrl
}

export function configuredHub(): string | undefined {
  return served.startsWith('http') ? served : undefined
}

/** A command as the user types it: npm installs this program as `scripthaven`, and a hub serves it as a file. */
export function typed(command: string): string {
  return `${programName()} ${command}`
}

export function programName(
  path: string = process.argv[1] ?? '',
  folder = process.cwd(),
  { basename, relative, sep } = platform,
): string {
  const isInstalled = path.split(sep).includes('node_modules') || !basename(path).endsWith('.mjs')
  if (isInstalled) return 'scripthaven'
  const file = relative(folder, path)
  return `node ${/[^\w./\\:-]/.test(file) ? `"${file}"` : file}`
}
