import { packLimits, reasons } from './pack-format.ts'

/** The part of a member that may be stored, decided before any content is known. */
export type Selection =
  /** Stored if it is text, whatever it contains otherwise. */
  | { as: 'text' }
  | { as: 'image' }
  /** Its name does not say what it is: stored if it is text or an image, and there is space left. */
  | { as: 'unknown' }
  | { as: 'nothing'; why: string }

/** Files that run come first, so that padding cannot displace it. */
const textExtensions = [
  'lua',
  'js cjs mjs jsx',
  'ts cts mts tsx',
  'sql',
  'json cfg ini toml yml yaml xml meta conf env properties',
  'html htm css scss less vue svelte svg',
  'md txt csv log sh bat cmd ps1 vbs py php rb cs c cpp h go rs',
].map((extensions) => extensions.split(' '))
const rankOfExtension = new Map(
  textExtensions.flatMap((extensions, rank) => extensions.map((extension) => [extension, rank + 1] as const)),
)
const imageExtensions = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif'])
const manifestPattern = /(^|\/)(fxmanifest|__resource)\.lua$/

export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Manifests have rank 0. Undefined for a name that does not say that the file is text. */
export function textRankOf(path: string): number | undefined {
  return manifestPattern.test(path) ? 0 : rankOfExtension.get(extensionOf(path))
}

/** Returns whether the name is one of a text that the game and its pages do not run. */
export function isSettings(path: string): boolean {
  return settingsRanks.has(textRankOf(path) ?? 0)
}
const settingsRanks = new Set([4, 5, 7])

/** The selection depends on names and sizes alone, so it is the same for each order of the members. */
export function selectMembers(members: readonly { path: string; size: number }[]): Selection[] {
  const selected = members.map(({ path, size }) => firstSelection(path, size))
  const ranks = members.map(({ path }) => textRankOf(path) ?? Infinity)
  const bySize = [...members.keys()].sort((a, b) => sizeAt(a) - sizeAt(b) || (a < b ? -1 : 1))
  const byRank = bySize.toSorted((a, b) => rankAt(a) - rankAt(b) || sizeAt(a) - sizeAt(b))
  limit(byRank, 'text', { sizeMax: packLimits.textsMax, countMax: Infinity, why: reasons.texts })
  const { imagesMax: sizeMax, imageCountMax: countMax } = packLimits
  limit(bySize, 'image', { sizeMax, countMax, why: reasons.images })
  return selected

  function limit(
    order: number[],
    use: 'text' | 'image',
    max: { sizeMax: number; countMax: number; why: string },
  ) {
    let size = 0
    let count = 0
    for (const index of order.filter((candidate) => selected[candidate]?.as === use)) {
      if (size + sizeAt(index) > max.sizeMax || count === max.countMax)
        selected[index] = { as: 'nothing', why: max.why }
      else {
        size += sizeAt(index)
        count += 1
      }
    }
  }
  function sizeAt(index: number): number {
    return members[index]?.size ?? 0
  }
  function rankAt(index: number): number {
    return ranks[index] ?? 0
  }
}

function firstSelection(path: string, size: number): Selection {
  if (textRankOf(path) !== undefined)
    return size > packLimits.textMax ? { as: 'nothing', why: reasons.textSize } : { as: 'text' }
  if (imageExtensions.has(extensionOf(path)) && size <= packLimits.imageMax) return { as: 'image' }
  return size > packLimits.textMax ? { as: 'nothing', why: reasons.textSize } : { as: 'unknown' }
}
