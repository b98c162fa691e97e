import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { textMax } from '#scan/analyse-files.ts'
import type { SourceFile } from '#scan/source-file.ts'

const bufferMax = 2 ** 30

/** Where a repository is below a folder: as OWNER+NAME/repo, OWNER+NAME or OWNER/NAME, a git directory or a checkout. */
export function gitDirectoryOf(folder: string, repository: string): string | undefined {
  const flat = repository.replace('/', '+')
  return [
    join(flat, 'repo', '.git'),
    join(flat, 'repo'),
    join(flat, '.git'),
    flat,
    join(repository, '.git'),
    repository,
  ]
    .map((path) => join(folder, path))
    .find((path) => existsSync(join(path, 'HEAD')))
}

export function headOf(gitDirectory: string): string {
  return git(gitDirectory, ['rev-parse', 'HEAD']).toString().trim()
}

export function hasCommit(gitDirectory: string, commit: string): boolean {
  return git(gitDirectory, ['cat-file', '--batch-check'], `${commit}\n`).includes(' commit ')
}

/** The files of a commit, as far as the git directory contains them. Nothing is checked out. */
export function readCommit(gitDirectory: string, commit: string): SourceFile[] {
  const listing = git(gitDirectory, ['ls-tree', '-r', '-z', '--full-tree', commit]).toString('utf8')
  const blobs = listing.split('\0').flatMap((line) => {
    const match = /^100\d+ blob (\w+)\t(.+)$/su.exec(line)
    return match ? [{ hash: match[1] ?? '', path: match[2] ?? '' }] : []
  })
  const sizes = sizesOf(
    gitDirectory,
    blobs.map(({ hash }) => hash),
  )
  const wanted = blobs.filter((_, position) => (sizes[position] ?? 0) <= textMax)
  const contents = contentsOf(
    gitDirectory,
    wanted.map(({ hash }) => hash),
  )
  return blobs.map(({ hash, path }, position) => {
    const bytes = contents.get(hash)
    return { path, size: bytes?.length ?? sizes[position] ?? 0, read: () => bytes }
  })
}

function sizesOf(gitDirectory: string, hashes: string[]): (number | undefined)[] {
  const lines = git(gitDirectory, ['cat-file', '--batch-check'], `${hashes.join('\n')}\n`)
    .toString()
    .split('\n')
  return hashes.map((_, position) => {
    const size = / blob (\d+)$/.exec(lines[position] ?? '')?.[1]
    return size === undefined ? undefined : Number(size)
  })
}

function contentsOf(gitDirectory: string, hashes: string[]): Map<string, Buffer> {
  const contents = new Map<string, Buffer>()
  for (let first = 0; first < hashes.length; first += 500) {
    const batch = hashes.slice(first, first + 500)
    const output = git(gitDirectory, ['cat-file', '--batch'], `${batch.join('\n')}\n`)
    let start = 0
    for (const hash of batch) {
      const end = output.indexOf('\n', start)
      const size = / blob (\d+)$/.exec(output.toString('latin1', start, end))?.[1]
      start = end + 1
      if (size === undefined) continue
      contents.set(hash, output.subarray(start, start + Number(size)))
      start += Number(size) + 1
    }
  }
  return contents
}

function git(gitDirectory: string, args: string[], input = ''): Buffer {
  // Another user may own the folder; only objects are read.
  const safe = ['-c', 'safe.directory=*', `--git-dir=${gitDirectory}`]
  return execFileSync('git', [...safe, ...args], {
    input,
    maxBuffer: bufferMax,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}
