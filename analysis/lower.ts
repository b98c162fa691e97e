import type { Place, SourceFile } from '#analysis/flow/heap.ts'
import type { Lowered, Problem } from '#analysis/ir/ir.ts'
import { lowerJavaScript } from '#analysis/ir/lower-javascript.ts'
import { lowerLua } from '#analysis/ir/lower-lua.ts'

type Source = Pick<SourceFile, 'path' | 'text' | 'language' | 'side' | 'resource' | 'isLoaded'>

const lowerings: Record<SourceFile['language'], (text: string) => Lowered> = {
  lua: lowerLua,
  javascript: lowerJavaScript,
}

/** The tree of a file, or what is wrong with it. */
export function lowerSource(
  { path, text, language, side, resource, isLoaded }: Source,
  outer: Place | undefined,
  level: number,
): { source: SourceFile | undefined; problem: Problem | undefined } {
  const { program, problem } = lowerings[language](text)
  if (problem) return { source: undefined, problem }
  return {
    source: { path, text, language, side, resource, isLoaded, program, outer, level },
    problem: undefined,
  }
}
