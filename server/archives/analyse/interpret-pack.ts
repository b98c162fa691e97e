import { describeResources } from '#contract/manifest/describe-resources.ts'
import { exitWithParent } from '#platform/sandbox/sandbox-program.ts'
import type { PackIndex, PackMember } from '#server/archives/pack/pack-index.ts'
import { readText } from '#server/archives/pack/read-pack.ts'
import { scanArchive } from './scan.ts'

import type { AnalysisResult, Blocklist } from './analysis-result.ts'
import { attributesOf } from './attributes.ts'
import { describeContents } from './describe-contents.ts'
import { mergeResources } from './merge-resources.ts'

/** Describes and scans what a pack contains: the same pack gives the same result as when it was written. */
export function interpretPack(
  pack: number,
  index: PackIndex,
  blocklist: Blocklist,
): Omit<AnalysisResult, 'packSize' | 'indexAt'> {
  const byPath = new Map(index.members.map((member) => [member.path, member]))
  const paths = [...byPath.keys()]
  const manifests = new Map<string, string>()
  for (const [path, member] of byPath) {
    const text = isManifest(path) ? readText(pack, member) : undefined
    if (text !== undefined) manifests.set(path, text)
  }
  const described = describeResources({ paths, manifests, rootName: '' })
  const notRead = index.members.flatMap(({ path, notRead: why }) => (why === null ? [] : [{ path, why }]))
  const scan = scanArchive({
    members: index.members.map((member) => scanMemberOf(member, described.uses.get(member.path))),
    readText({ path }) {
      exitWithParent()
      const member = byPath.get(path)
      return member && readText(pack, member)
    },
    resources: described.resources,
    blocklist,
    notRead,
  })
  const resources = mergeResources(described.resources, scan.perResource)
  const isWhole = notRead.length === 0 && scan.isWhole
  return {
    contents: describeContents(index, notRead),
    resources,
    resourcesTotal: described.resourcesTotal,
    capabilities: scan.capabilities,
    findings: scan.findings,
    counts: scan.counts,
    severity: scan.severity,
    isWhole,
    attributes: attributesOf(resources, index, scan.capabilities, isWhole),
  }
}

function isManifest(path: string): boolean {
  return /(^|\/)(fxmanifest|__resource)\.lua$/.test(path)
}

type Use = { side: 'server' | 'client' | 'shared' | 'page' | 'none'; resource: string | null }

function scanMemberOf(member: PackMember, use: Use = { side: 'none', resource: null }) {
  const { path, size, sha256, kind, type, stored } = member
  return { path, size, sha256, kind, type, isStored: stored !== null, ...use }
}
