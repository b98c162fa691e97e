import { scriptsApi } from '#contract/scripts.ts'

import type { Filling } from './fill.ts'
import { inParallel } from './visitor.ts'

export type LikeToCome = { token: string; scriptId: number }

/** Many at a time: the hub counts a crowd in one commit. */
export async function likeScripts(
  { visit, signal }: Filling,
  likes: readonly LikeToCome[],
  advance: () => void,
): Promise<void> {
  await inParallel(likes, { count: 32, signal }, async ({ token, scriptId }) => {
    await visit(scriptsApi.like, { token, id: scriptId })
    advance()
  })
}
