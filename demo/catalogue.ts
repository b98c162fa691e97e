import { fixedCategories } from '#contract/categories.ts'
import { scriptStatuses, type ScriptStatus } from '#contract/script-fields.ts'

import { cars } from './catalogue/cars.ts'
import { openSceneChoice } from './catalogue/choose-scene.ts'
import { clothes } from './catalogue/clothes.ts'
import { describe } from './catalogue/describe.ts'
import { hardCases, type HardCase } from './catalogue/hard-cases.ts'
import { housing } from './catalogue/housing.ts'
import type { Idea, Shelf } from './catalogue/ideas.ts'
import { jobs } from './catalogue/jobs.ts'
import { mapping } from './catalogue/mapping.ts'
import { other } from './catalogue/other.ts'
import { scripts } from './catalogue/scripts.ts'
import { weapons } from './catalogue/weapons.ts'
import { people, type DemoPerson } from './people.ts'
import { screenshot, type PictureOrder } from './pictures/order.ts'
import type { CategoryName } from './pictures/scenes.ts'
import { at, randomNamed, type Random } from './random.ts'

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
  cover: PictureOrder
  /** Further pictures: the covers of these scripts, by name. */
  moreLike: string[]
  /** Bytes of the archive beside its few kilobytes of text. */
  assetSize: number
}

const shelves: Readonly<Record<CategoryName, Shelf>> = {
  Scripts: scripts,
  Mapping: mapping,
  Clothes: clothes,
  Cars: cars,
  Weapons: weapons,
  Jobs: jobs,
  Housing: housing,
  Other: other,
}

type Entry = { category: CategoryName; idea: Idea; hard: HardCase | undefined }

/** Every script of the demo, the oldest first; the same on every machine and at every start. */
export const catalogue: readonly DemoScript[] = compose()

function compose(): DemoScript[] {
  const random = randomNamed('dune')
  const entries = random.shuffled<Entry>([
    ...fixedCategories.flatMap((category) =>
      shelves[category].ideas.map((idea) => ({ category, idea, hard: undefined })),
    ),
    ...hardCases.map((hard) => ({ category: hard.category, idea: hard, hard })),
  ])
  // Fame has a long tail: the n-th is loved about 1/n as much as the first.
  const fame = random.shuffled(entries.map((_, index) => 1 / (index + 2.2)))
  const ages = entries.map((_, index) => ageOf(index, entries.length, random))
  const chooseScene = openSceneChoice()
  const drafts = entries.map((entry, index) => {
    const { category, idea } = entry
    const subject = `${idea.name} ${idea.tags.join(' ')} ${idea.summary}`
    const { scene, variation } = chooseScene(category, subject, entry.hard?.scene)
    return compile(entry, {
      daysAgo: at(ages, index),
      // Odd cases are to be met, not to lead the lists.
      fame: at(fame, index) * (entry.hard ? 0.2 : 1),
      cover: screenshot(scene, subject, variation),
    })
  })
  return drafts.map((draft, index) => ({
    ...draft,
    moreLike: morePictures(draft, at(entries, index).hard, drafts),
  }))
}

/** From two years ago until an hour ago, denser towards today: the site has grown. */
function ageOf(index: number, count: number, random: Random): number {
  return 715 * (1 - (index + random.next() * 0.8) / count) ** 1.45 + 0.04
}

type Circumstances = { daysAgo: number; fame: number; cover: PictureOrder }

function compile({ category, idea, hard }: Entry, { daysAgo, fame, cover }: Circumstances): DemoScript {
  const random = randomNamed(`script ${idea.name}`)
  const shelf = shelves[category]
  // What is new has had less time to be found.
  const reach = fame * Math.min(1, (daysAgo + 2) / 60)
  const downloads = Math.round(52_000 * reach * random.between(0.75, 1.25))
  const views = Math.round(downloads * random.between(3.1, 6.4)) + random.whole(20, 160)
  const author = chooseAuthor(random, daysAgo)
  const isUpdated = random.chance(0.6)
  return {
    name: idea.name,
    summary: idea.summary,
    description: hard ? (hard.description ?? hard.summary) : describe(random, idea, shelf),
    category,
    status: random.chance(0.7) ? at(scriptStatuses, 0) : at(scriptStatuses, 1),
    version: hard?.version ?? versionOf(random, isUpdated),
    tags: idea.tags,
    author: author.username,
    daysAgo,
    updatedDaysAgo: isUpdated ? daysAgo * random.between(0.05, 0.9) : daysAgo,
    downloads,
    views,
    likedBy: fans(random, author, reach),
    cover: hard?.pictures ? unusual(cover, hard.pictures) : cover,
    moreLike: [],
    assetSize: assetSize(category, random),
  }
}

function versionOf(random: Random, isUpdated: boolean): string {
  if (!isUpdated) return random.pick(['1.0.0', '1.0.0', '0.9.0', '1.0.1', '0.1.0'])
  return `${random.whole(1, random.chance(0.3) ? 5 : 2)}.${random.whole(0, 9)}.${random.whole(0, 6)}`
}

/** Somebody who had joined by then; a few people have made most of what there is. */
function chooseAuthor(random: Random, daysAgo: number): DemoPerson {
  const able = people.filter(({ diligence, joinedDaysAgo }) => diligence > 0 && joinedDaysAgo > daysAgo)
  const total = able.reduce((sum, { diligence }) => sum + diligence, 0)
  let left = random.next() * total
  for (const person of able) {
    left -= person.diligence
    if (left <= 0) return person
  }
  return at(able, 0)
}

/** Who likes it: nobody their own, and the famous ones nearly everybody. */
function fans(random: Random, author: DemoPerson, reach: number): string[] {
  const others = people.filter((person) => person !== author)
  const count = Math.min(
    others.length - 2,
    Math.round(others.length * Math.min(1, reach * 5) ** 0.62 * random.between(0.6, 1.1)),
  )
  return random
    .shuffled(others)
    .slice(0, count)
    .map(({ username }) => username)
}

function unusual(cover: PictureOrder, kind: NonNullable<HardCase['pictures']>): PictureOrder {
  if (kind === 'tiny') return { ...cover, width: 64, height: 48, format: 'png' }
  if (kind === 'portrait') return { ...cover, width: 810, height: 1440, format: 'webp' }
  if (kind === 'banner') return { ...cover, width: 1900, height: 380, format: 'jpeg' }
  return cover
}

/** None to four scripts of the category whose covers show something else. */
function morePictures(
  script: DemoScript,
  hard: HardCase | undefined,
  drafts: readonly DemoScript[],
): string[] {
  const random = randomNamed(`pictures ${script.name}`)
  const wanted = hard?.pictures === 'five' ? 4 : hard?.pictures ? 0 : random.pick([0, 1, 1, 2, 2, 3, 4])
  const shown = new Set<string>([script.cover.scene])
  const chosen: string[] = []
  for (const { name, category, cover } of random.shuffled(drafts)) {
    if (chosen.length === wanted) break
    const isUsual = cover.width * 9 === cover.height * 16
    if (category !== script.category || !isUsual || shown.has(cover.scene)) continue
    shown.add(cover.scene)
    chosen.push(name)
  }
  return chosen
}

/** Code is small, maps and models are not: 2 KB to 2 MB in all. */
function assetSize(category: CategoryName, random: Random): number {
  const kilobytes = {
    Scripts: random.chance(0.4) ? random.between(4, 180) : 0,
    Mapping: random.between(300, 1900),
    Clothes: random.between(240, 1500),
    Cars: random.between(400, 1900),
    Weapons: random.chance(0.6) ? random.between(60, 700) : 0,
    Jobs: random.chance(0.4) ? random.between(10, 260) : 0,
    Housing: random.chance(0.6) ? random.between(80, 1200) : 0,
    Other: random.chance(0.3) ? random.between(6, 300) : 0,
  }[category]
  return Math.round(kilobytes) * 1024
}
