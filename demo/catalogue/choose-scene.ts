import { scriptLimits } from '#contract/script-fields.ts'

import { scenesOf, wordsOf, type CategoryName, type SceneName } from '../pictures/scenes.ts'
import { at } from '../random.ts'

const { pageSize } = scriptLimits

/**
 * Gives out scenes so that a script gets what it is about, the scripts of a category share them fairly, and a page
 * of the newest shows as many different ones as it can. A scene that comes again comes in other colours.
 */
export function openSceneChoice() {
  const used = new Map<string, number>()
  const latest: SceneName[] = []
  const count = (key: string) => used.get(key) ?? 0

  return (
    category: CategoryName,
    text: string,
    wanted?: SceneName,
  ): { scene: SceneName; variation: number } => {
    const words = new Set(text.toLowerCase().match(/[a-z]{3,}/g))
    const worth = (scene: SceneName) => {
      const about = wordsOf[scene]?.split(' ') ?? []
      const matches = about.filter((word) => words.has(word) || words.has(`${word}s`)).length
      const isOnPage = latest.includes(scene)
      return matches * 2 - count(`${category} ${scene}`) * 0.6 - (isOnPage ? 5 : 0)
    }
    const [best] = at(
      scenesOf[category]
        .map((name) => [name, worth(name)] as const)
        .toSorted(([, one], [, other]) => other - one),
      0,
    )
    const scene = wanted ?? best
    const variation = count(scene)
    used.set(scene, variation + 1)
    used.set(`${category} ${scene}`, count(`${category} ${scene}`) + 1)
    latest.push(scene)
    if (latest.length >= pageSize) latest.shift()
    return { scene, variation }
  }
}
