import type { Member, Resource } from '#analysis/report/archive.ts'
import type { Hash } from '#analysis/report/fingerprint.ts'
import { knownReleases } from '#analysis/knowledge/known-releases.ts'

const releases: ReadonlyMap<string, string> = new Map(
  knownReleases
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [name = '', versions = ''] = line.split(': ')
      return versions.split('; ').flatMap((one) => {
        const [version = '', ...hashes] = one.split(' ')
        return hashes.map((hash): [string, string] => [hash, `${name} ${version}`])
      })
    }),
)

/** The name and the version of the release that a text is from. */
export function knownRelease(text: string, hash: Hash): string | undefined {
  return releases.get(hash(releaseText(text)))
}

/** A text without what copies change: the kind of line breaks, white space around it, and the comment that names its source map. */
export function releaseText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replace(/\n\/[/*][#@] sourceMappingURL=\S*(?: \*\/)?\s*$/, '')
    .trim()
}

/** All code files of the resource are of releases, or of those of one project. */
export function isUnchanged(
  { path, manifest }: Pick<Resource, 'path' | 'manifest'>,
  code: readonly Pick<Member, 'path' | 'resource'>[],
  known: ReadonlyMap<string, string>,
  project = '',
): boolean {
  const own = code.filter((member) => member.resource === path && member.path !== manifest)
  return own.length > 0 && own.every((member) => known.get(member.path)?.startsWith(project) === true)
}

/** The names of the resources that are unchanged parts of the server. */
export function partsOfServer(
  resources: readonly Pick<Resource, 'path' | 'manifest' | 'name'>[],
  code: readonly Pick<Member, 'path' | 'resource'>[],
  known: ReadonlyMap<string, string>,
): string[] {
  return resources
    .filter((resource) => isUnchanged(resource, code, known, 'cfx-server-data '))
    .map(({ name }) => name)
}
