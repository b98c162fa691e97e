import type { Place, SourceFile } from '#analysis/flow/heap.ts'
import type { Lowered, Problem } from '#analysis/ir/ir.ts'
import { lowerLua } from '#analysis/ir/lower-lua.ts'

type Source = Pick<SourceFile, 'path' | 'text' | 'language' | 'side' | 'resource' | 'isLoaded'>

/** The languages whose texts become trees. */
export const lowerings: Partial<Record<SourceFile['language'], (text: string) => Lowered>> = { lua: lowerLua }

/** The tree of a file, or what is wrong with it. */
export function lowerSource(
  { path, text, language, side, resource, isLoaded }: Source,
  outer: Place | undefined,
  level: number,
): { source: SourceFile | undefined; problem: Problem | undefined } {
  const lowered = lowerings[language]?.(text)
  if (!lowered)
    return {
      source: undefined,
      problem: {
        kind: 'not-fully-read',
        start: 0,
        line: 1,
        message: 'Files of this language are not read yet.',
      },
    }
  if (lowered.problem) return { source: undefined, problem: lowered.problem }
  const { program } = lowered
  const isModule = false
  const source = { path, text, language, side, resource, isLoaded, program, isModule, outer, level }
  return { source, problem: undefined }
}
