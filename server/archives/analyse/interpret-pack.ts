import { createHash } from 'node:crypto'

import { scanArchive, type ArchiveFinding } from '#analysis/report/archive.ts'
import { describeResources } from '#contract/archives/manifest/describe-resources.ts'
import { checkpoint } from '#platform/sandbox/sandbox-program.ts'
import type { PackIndex, PackMember } from '#server/archives/pack/pack-index.ts'
import { readText } from '#server/archives/pack/read-pack.ts'

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
  const scan = scanArchive({
    members: index.members.map((member) => scanMemberOf(member, described.uses.get(member.path))),
    readText({ path }) {
      checkpoint()
      const member = byPath.get(path)
      return member && readText(pack, member)
    },
    resources: described.resources,
    blocklist,
    hash: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
    checkpoint,
    // Other files that cannot be read, such as programs, have findings or facts of their own.
    notRead: notReadOf(index.members.filter(({ kind }) => kind === 'text')),
  })
  const resources = mergeResources(described.resources, scan.perResource)
  const notRead = [...notReadOf(index.members), ...tooComplex(scan.findings, byPath)]
  const isWhole = notRead.length === 0 && scan.isWhole
  return {
    contents: { ...describeContents(index, notRead), known: scan.known },
    resources,
    resourcesTotal: described.resourcesTotal,
    capabilities: scan.capabilities,
    // A finding about a resource is one about its manifest.
    findings: scan.findings.map((finding) => ({
      ...finding,
      fileSha256: finding.fileSha256 || (byPath.get(finding.path)?.sha256 ?? ''),
    })),
    counts: scan.counts,
    severity: scan.severity,
    fingerprints: scan.fingerprints,
    isWhole,
    attributes: attributesOf(resources, index, scan.capabilities, isWhole),
  }
}

type NotRead = { path: string; why: string }

function notReadOf(members: readonly PackMember[]): NotRead[] {
  return members.flatMap(({ path, notRead }) => (notRead === null ? [] : [{ path, why: notRead }]))
}

const unreadRules: ReadonlySet<string> = new Set(['does-not-parse', 'not-fully-read'])

/** Files that were read, and whose scan ended before their end. */
function tooComplex(findings: readonly ArchiveFinding[], byPath: ReadonlyMap<string, PackMember>): NotRead[] {
  return findings
    .filter(({ rule, path }) => unreadRules.has(rule) && byPath.get(path)?.notRead === null)
    .map(({ path, detail }) => ({ path, why: detail ?? 'too complex' }))
}

function isManifest(path: string): boolean {
  return /(^|\/)(fxmanifest|__resource)\.lua$/.test(path)
}

type Use = {
  side: 'server' | 'client' | 'shared' | 'page' | 'none'
  resource: string | null
  isLoaded: boolean
}

function scanMemberOf(member: PackMember, use: Use = { side: 'none', resource: null, isLoaded: false }) {
  const { path, size, sha256, kind, type, stored } = member
  return { path, size, sha256, kind, type, isStored: stored !== null, ...use }
}
