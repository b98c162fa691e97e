import { existsSync, readFileSync } from 'node:fs'

/** A test that a document names. */
export type Shown = { file: string; title: string }

/** Files in backticks, each followed by its titles in quotes. */
export function readShown(cell: string): Shown[] {
  let current = ''
  const found: Shown[] = []
  for (const [, file, title] of cell.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
    current = file ?? current
    if (title) found.push({ file: current, title })
  }
  return found
}

/** A title begins and ends with its quotes, unless it is cut with `…`. */
export function isInItsFile({ file, title }: Shown): boolean {
  if (!existsSync(file)) return false
  const pattern = title.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`['"\`]${pattern.join(String.raw`[^\n]*`)}['"\`]`).test(readFileSync(file, 'utf8'))
}
