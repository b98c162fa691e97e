import type { ScriptStatus } from '#contract/scripts/script-limits.ts'

import { combinations, type PartName } from './archive-parts.ts'
import { describeScript } from './catalogue/descriptions.ts'
import { edgeCases, type EdgeCase } from './catalogue/edge-cases.ts'
import { templates, type CategoryName, type ScriptTemplate } from './catalogue/templates.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { users, type DemoUser } from './users.ts'

export type DemoScript = {
  name: string
  summary: string
  description: string
  category: CategoryName
  status: ScriptStatus
  version: string
  tags: string[]
  author: string
  daysAgo: number
  updatedDaysAgo: number
  downloads: number
  views: number
  likedBy: string[]
  /** Images are files in demo/images/covers, without their extension. */
  cover: string
  furtherImages: string[]
  /** Bytes of incompressible content in the archive. */
  assetSize: number
  /** The newest scripts have more than the first files. */
  parts: readonly PartName[]
  /** The archive of one script cannot be read. */
  isDamaged: boolean
}

type Entry = ScriptTemplate & Partial<EdgeCase> & { isEdgeCase: boolean }

/** In KB: the chance that the archive has assets, and the range of their size. */
const assetSizes: Readonly<Record<CategoryName, { chance: number; min: number; max: number }>> = {
  Scripts: { chance: 0.4, min: 4, max: 180 },
  Mapping: { chance: 1, min: 300, max: 1900 },
  Clothes: { chance: 1, min: 240, max: 1500 },
  Cars: { chance: 1, min: 400, max: 1900 },
  Weapons: { chance: 0.6, min: 60, max: 700 },
  Jobs: { chance: 0.4, min: 10, max: 260 },
  Housing: { chance: 0.6, min: 80, max: 1200 },
  Other: { chance: 0.3, min: 6, max: 300 },
}

/** All scripts of the demo, the oldest first. The result is the same on every machine. */
export const catalogue: readonly DemoScript[] = createCatalogue()

function createCatalogue(): DemoScript[] {
  const random = createSeededRandom('ttd')
  const entries = random.shuffled<Entry>([
    ...templates.map((template) => ({ ...template, isEdgeCase: false })),
    ...edgeCases.map((edgeCase) => ({ ...edgeCase, isEdgeCase: true })),
  ])
  // Zipf's law: the n-th most popular script has about 1/n of the downloads of the first.
  const popularity = random.shuffled(entries.map((_, index) => 1 / (index + 2.2)))
  return entries.map((entry, index) => {
    // Up to two years, with more scripts towards the present: the site has grown.
    const daysAgo = 715 * (1 - (index + random.next() * 0.8) / entries.length) ** 1.45 + 0.04
    // Edge cases stay out of the top of the lists.
    const script = createScript(entry, daysAgo, (popularity[index] ?? 0) * (entry.isEdgeCase ? 0.2 : 1))
    const age = entries.length - 1 - index
    return { ...script, parts: combinations[age] ?? [], isDamaged: age === combinations.length }
  })
}

function createScript(
  entry: Entry,
  daysAgo: number,
  popularity: number,
): Omit<DemoScript, 'parts' | 'isDamaged'> {
  const { name, summary, category, tags, image } = entry
  const random = createSeededRandom(`script ${name}`)
  // A new script has had less time to be found.
  const reach = popularity * Math.min(1, (daysAgo + 2) / 60)
  const downloads = Math.round(52_000 * reach * random.between(0.75, 1.25))
  const views = Math.round(downloads * random.between(3.1, 6.4)) + random.integer(20, 160)
  const author = chooseAuthor(random, daysAgo)
  const isUpdated = random.chance(0.6)
  return {
    name,
    summary,
    description: entry.isEdgeCase
      ? (entry.description ?? summary)
      : describeScript(random, summary, category),
    category,
    status: random.chance(0.7) ? 'Readable' : 'Decrypted',
    version: entry.version ?? chooseVersion(random, isUpdated),
    tags,
    author: author.username,
    daysAgo,
    updatedDaysAgo: isUpdated ? daysAgo * random.between(0.05, 0.9) : daysAgo,
    downloads,
    views,
    likedBy: chooseLikers(random, author, reach),
    cover: image,
    furtherImages: chooseFurtherImages(entry),
    assetSize: chooseAssetSize(random, category),
  }
}

function chooseVersion(random: SeededRandom, isUpdated: boolean): string {
  if (!isUpdated) return random.pick(['1.0.0', '1.0.0', '0.9.0', '1.0.1', '0.1.0'])
  return `${random.integer(1, random.chance(0.3) ? 5 : 2)}.${random.integer(0, 9)}.${random.integer(0, 6)}`
}

/** A weighted choice among the users who had registered by then. */
function chooseAuthor(random: SeededRandom, daysAgo: number): DemoUser {
  const candidates = users.filter(
    ({ uploadWeight, joinedDaysAgo }) => uploadWeight > 0 && joinedDaysAgo > daysAgo,
  )
  let remaining = random.next() * candidates.reduce((sum, { uploadWeight }) => sum + uploadWeight, 0)
  for (const candidate of candidates) {
    remaining -= candidate.uploadWeight
    if (remaining <= 0) return candidate
  }
  return random.pick(candidates)
}

/** Authors never like their own scripts. The most popular scripts are liked by almost all other users. */
function chooseLikers(random: SeededRandom, author: DemoUser, reach: number): string[] {
  const others = users.filter((user) => user !== author)
  const share = Math.min(1, reach * 5) ** 0.62 * random.between(0.6, 1.1)
  const count = Math.min(others.length - 2, Math.round(others.length * share))
  return random
    .shuffled(others)
    .slice(0, count)
    .map(({ username }) => username)
}

/** Covers of other scenes in the same category. */
function chooseFurtherImages({ name, category, image, furtherImages }: Entry): string[] {
  const random = createSeededRandom(`images ${name}`)
  const count = furtherImages ?? random.pick([0, 1, 1, 2, 2, 3, 4])
  const candidates = templates.filter((template) => template.category === category)
  const byScene = new Map(
    random.shuffled(candidates).map((template) => [sceneOf(template.image), template.image]),
  )
  byScene.delete(sceneOf(image))
  return [...byScene.values()].slice(0, count)
}

/** `room-1` and `room-2` show the same scene. */
function sceneOf(image: string): string {
  return image.replace(/-\d+$/, '')
}

function chooseAssetSize(random: SeededRandom, category: CategoryName): number {
  const { chance, min, max } = assetSizes[category]
  return random.chance(chance) ? random.integer(min, max) * 1024 : 0
}
