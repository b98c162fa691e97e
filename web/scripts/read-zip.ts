import { BlobReader, unzipRaw } from 'unzipit'

import { describeResources, resourceLimits, type Resource } from '#contract/manifest/describe-resources.ts'

/** Bytes of a manifest. A larger one counts as not read. */
const manifestSizeMax = 256 * 1024
/** Bytes. The list of 50,000 members is about half of it. */
const readMax = 16 * 1024 * 1024

/** Describes the resources of a zip from its list of members and its manifests. Rejects if it cannot be read. */
export async function readZip(file: File): Promise<Resource[]> {
  const { entries } = await unzipRaw(new LimitedReader(file))
  const members = entries.filter(({ isDirectory }) => !isDirectory)
  const found = members
    .filter(({ name, size }) => /(^|\/)(fxmanifest|__resource)\.lua$/.test(name) && size <= manifestSizeMax)
    .slice(0, 2 * resourceLimits.resourcesMax)
  const manifests = new Map<string, string>()
  for (const entry of found) manifests.set(entry.name, await entry.text())
  return describeResources({
    paths: members.map(({ name }) => name),
    manifests,
    rootName: file.name.replace(/\.zip$/i, ''),
  }).resources
}

/** A damaged archive may state any size. */
class LimitedReader extends BlobReader {
  override async read(offset: number, length: number) {
    if (length > readMax) throw new Error('The archive has a list of members that is too long')
    return super.read(offset, length)
  }
}
