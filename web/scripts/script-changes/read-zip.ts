import { BlobReader, unzipRaw } from 'unzipit'

import type { License } from '#contract/scripts/licenses.ts'
import {
  describeResources,
  resourceLimits,
  type Resource,
} from '#contract/archives/manifest/describe-resources.ts'
import { readManifest } from '#contract/archives/manifest/read-manifest.ts'

import { licenseOfFile } from './found-resources.ts'

/** Bytes of a text. A larger one counts as not read. */
const textSizeMax = 256 * 1024
/** Bytes. The list of 50,000 members is about half of it. */
const readMax = 16 * 1024 * 1024

export type ZipContents = {
  resources: Resource[]
  /** The `name` of the only manifest. The resource itself is named after its folder. */
  name?: string | undefined
  readme?: string | undefined
  license?: License | undefined
}

/** `size` is in bytes. */
type Member = { name: string; size: number; text: () => Promise<string> }

/** Reads a zip from its list of members. Rejects if it cannot be read. */
export async function readZip(file: File): Promise<ZipContents> {
  const { entries } = await unzipRaw(new LimitedReader(file))
  const members = entries.filter(({ isDirectory }) => !isDirectory)
  return describeMembers(members, file.name)
}

/** Describes the resources of an archive by its manifests, and its topmost README and LICENSE. */
export async function describeMembers(members: readonly Member[], fileName: string): Promise<ZipContents> {
  const texts = members.filter(({ size }) => size <= textSizeMax)
  const manifestEntries = texts
    .filter(({ name }) => /(^|\/)(fxmanifest|__resource)\.lua$/.test(name))
    .slice(0, 2 * resourceLimits.resourcesMax)
  const manifests = new Map<string, string>()
  for (const entry of manifestEntries) manifests.set(entry.name, await entry.text())
  const { resources } = describeResources({
    paths: members.map(({ name }) => name),
    manifests,
    rootName: fileName.replace(/\.[^.]*$/, ''),
  })
  const readme = await topmost(texts, /(^|\/)readme(\.(md|markdown|txt))?$/i)?.text()
  const license = await topmost(texts, /(^|\/)(licen[cs]e|copying)(\.(md|txt))?$/i)?.text()
  return {
    resources,
    name: resources.length === 1 ? nameIn(manifests.get(resources[0]?.manifest ?? '') ?? '') : undefined,
    readme,
    license: license === undefined ? undefined : licenseOfFile(license),
  }
}

function nameIn(manifest: string): string | undefined {
  return readManifest(manifest).entries.find(({ key }) => key === 'name')?.value
}

/** A pack of several resources may have such a file in its root, and libraries have theirs deeper. */
function topmost(entries: readonly Member[], pattern: RegExp): Member | undefined {
  return entries
    .filter(({ name }) => pattern.test(name))
    .toSorted((first, other) => depthOf(first) - depthOf(other))[0]
}

function depthOf({ name }: Member): number {
  return name.split('/').length
}

/** A damaged archive may state any size. */
class LimitedReader extends BlobReader {
  override async read(offset: number, length: number) {
    if (length > readMax) throw new Error('The archive has a list of members that is too long')
    return super.read(offset, length)
  }
}
