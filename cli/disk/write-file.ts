import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Replaces a file in one step: it has the old or the new content at any moment. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.tmp`
  writeSynced(temporary, text)
  renameSync(temporary, path)
}

export function writeSynced(path: string, text: string): void {
  // A link that is there would be followed.
  rmSync(path, { force: true })
  const file = openSync(path, 'wx')
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A path that is not taken: with a number, if it must. */
export function freePath(path: string): string {
  for (let count = 1, free = path; ; free = `${path}-${++count}`) if (!existsSync(free)) return free
}
