import { randomUUID } from 'node:crypto'

import { CliError } from '#cli/cli-error.ts'
import { readInstalled } from '#cli/files/installed.ts'
import { scriptsApi } from '#contract/scripts/scripts.ts'
import { versionsApi } from '#contract/scripts/versions.ts'
import { licenseName } from '#contract/scripts/licenses.ts'

import { openContext, type Context, type Globals } from './context.ts'

type Item = {
  id: string
  name: string
  author: string
  version: string
  license: string | null
  sha256: string
  url: string
  installedAt: string | null
  resources: string[]
  needs: string[]
  /** Rules, by the owner in scripthaven.json. */
  acceptedFindings: string[]
  /** By moderators of the hub: the rule and the file with their note and the day. */
  acceptedByModerators: string[]
}

/** The inventory of the server: CycloneDX 1.6 or CSV. */
export async function exportInventory(options: Globals & { format?: string }): Promise<void> {
  const { format = 'cyclonedx' } = options
  if (format !== 'cyclonedx' && format !== 'csv')
    throw new CliError(`--format takes cyclonedx or csv, not "${format}".`)
  const context = openContext(options)
  const items = await collect(context)
  process.stdout.write(
    format === 'csv' ? csvOf(items) : `${JSON.stringify(cycloneDxOf(items, context.hub.url), null, 2)}\n`,
  )
}

async function collect({ lock, place, project, hub }: Context): Promise<Item[]> {
  const { scripts } = readInstalled(place.installed)
  const items: Item[] = []
  for (const [id, { name, author, version, versionId, sha256, needs }] of Object.entries(lock.scripts)) {
    const [page, report] = await Promise.all([
      ifKnown(hub.call(scriptsApi.get, { params: { id: Number(id) } })),
      ifKnown(hub.call(versionsApi.report, { params: { id: versionId } })),
    ])
    items.push({
      id,
      name,
      author,
      version,
      license: page?.license ?? null,
      sha256,
      url: `${hub.url}/scripts/${id}`,
      installedAt: scripts[id]?.installedAt ?? null,
      resources: Object.keys(lock.resources).filter(
        (resource) => String(lock.resources[resource]?.script) === id,
      ),
      needs: [
        ...new Set(Object.values(needs).flatMap((script) => (script === null ? [] : [String(script)]))),
      ],
      acceptedFindings: project.allowFindings?.[id] ?? [],
      acceptedByModerators: (report?.findings ?? []).flatMap(({ rule, path, verdict }) =>
        verdict?.verdict === 'accepted'
          ? [`${rule} in ${path}: ${verdict.note} (${verdict.at.slice(0, 10)})`]
          : [],
      ),
    })
  }
  return items
}

/** A script that was taken down is still installed. Without the hub the inventory would lack licences and decisions. */
async function ifKnown<Reply>(call: Promise<Reply>): Promise<Reply | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof CliError && error.status === 404) return undefined
    throw error
  })
}

function csvOf(items: readonly Item[]): string {
  const head = [
    'script',
    'name',
    'author',
    'version',
    'license',
    'sha256',
    'url',
    'installed at',
    'resources',
    'findings accepted in scripthaven.json',
    'findings accepted by moderators',
  ]
  const rows = items.map((item) => [
    item.id,
    item.name,
    item.author,
    item.version,
    item.license ?? '',
    item.sha256,
    item.url,
    item.installedAt ?? '',
    item.resources.join(' '),
    item.acceptedFindings.join(' '),
    item.acceptedByModerators.join('; '),
  ])
  return [head, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('')
}

/** A spreadsheet would calculate a text that begins like a formula. */
function csvField(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function cycloneDxOf(items: readonly Item[], hub: string) {
  const refOf = (id: string) => `${hub}/scripts/${id}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      tools: { components: [{ type: 'application', name: 'scripthaven' }] },
      component: { type: 'application', name: 'game server', 'bom-ref': 'server' },
    },
    components: items.map((item) => ({
      type: 'application',
      'bom-ref': refOf(item.id),
      name: item.name,
      version: item.version,
      publisher: item.author,
      hashes: [{ alg: 'SHA-256', content: item.sha256 }],
      ...(item.license !== null && { licenses: [{ license: licenseOf(item.license) }] }),
      externalReferences: [{ type: 'distribution', url: item.url }],
      properties: [
        ...(item.installedAt === null ? [] : [{ name: 'scripthaven:installedAt', value: item.installedAt }]),
        ...item.resources.map((value) => ({ name: 'scripthaven:resource', value })),
        ...item.acceptedFindings.map((value) => ({ name: 'scripthaven:findingAcceptedByOwner', value })),
        ...item.acceptedByModerators.map((value) => ({
          name: 'scripthaven:findingAcceptedByModerator',
          value,
        })),
      ],
    })),
    dependencies: [
      { ref: 'server', dependsOn: items.map(({ id }) => refOf(id)) },
      ...items.map(({ id, needs }) => ({ ref: refOf(id), dependsOn: needs.map(refOf) })),
    ],
  }
}

/** An SPDX id, or a name for what is none. */
function licenseOf(license: string) {
  return license.startsWith('LicenseRef-') ? { name: licenseName(license) } : { id: license }
}
