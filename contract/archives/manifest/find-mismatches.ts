import type { Resource } from './describe-resources.ts'

export interface Mismatch {
  code: 'version-mismatch' | 'id-mismatch'
  text: string
  /** The manifest. */
  path: string
  line: null
}

/** Where the manifests differ from the form of the script. `scriptId` is null for a new script. */
export function findMismatches(
  resources: readonly Resource[],
  form: { scriptId: number | null; version: string },
): Mismatch[] {
  return resources.flatMap(({ manifest, scriptId, version }) => {
    const found: Mismatch[] = []
    // Each resource of a pack has a version of its own.
    if (resources.length === 1 && version !== null && form.version !== '' && version !== form.version) {
      const text = `The manifest says version ${version}, the form ${form.version}.`
      found.push({ code: 'version-mismatch', text, path: manifest, line: null })
    }
    if (scriptId !== null && scriptId !== String(form.scriptId)) {
      const text = `scripthaven '${scriptId}' in the manifest names another script.`
      found.push({ code: 'id-mismatch', text, path: manifest, line: null })
    }
    return found
  })
}
