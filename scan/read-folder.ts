import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { SourceFile } from './source-file.ts'

const ignoredFolders = new Set(['.git', '.svn', '.hg'])

/** All files below a folder, in the order of their paths. Links are listed and not followed. */
export function readFolder(folder: string): { files: SourceFile[]; links: string[] } {
  const files: SourceFile[] = []
  const links: string[] = []
  visit('')
  return { files, links }

  function visit(below: string): void {
    const entries = readdirSync(join(folder, below), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isSymbolicLink()) links.push(path)
      else if (entry.isDirectory() && !ignoredFolders.has(entry.name)) visit(path)
      else if (entry.isFile()) {
        const source = join(folder, path)
        files.push({ path, size: statSync(source).size, read: () => readFileSync(source) })
      }
    }
  }
}
