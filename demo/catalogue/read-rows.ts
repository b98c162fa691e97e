import { readFileSync } from 'node:fs'

/** Reads a text file of this folder with one row per line and ` | ` between the columns. */
export function readRows(file: string): string[][] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' | '))
}
