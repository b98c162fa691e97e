import { knownReleases } from '#analysis/knowledge/known-releases.ts'

/** The name and the version of the release that a file is from, by its hash. */
export const knownFiles: ReadonlyMap<string, string> = new Map(
  knownReleases
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [name = '', hashes = ''] = line.split(': ')
      return hashes.split(' ').map((hash): [string, string] => [hash, name])
    }),
)
