import type { Collection } from '#contract/scripts/collections.ts'

export function mayEdit({ owner, editors }: Collection, userId: number | undefined): boolean {
  return [owner, ...editors].some(({ id }) => id === userId)
}
