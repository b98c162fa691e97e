import type { Place, SourceFile } from '#analysis/flow/heap.ts'
import type { Lowered, Problem } from '#analysis/ir/ir.ts'
import { lowerJavaScript } from '#analysis/ir/lower-javascript.ts'
import { lowerLua } from '#analysis/ir/lower-lua.ts'

type Source = Pick<SourceFile, 'path' | 'text' | 'language' | 'side' | 'resource' | 'isLoaded'> & {
  /** A script element of a page says so. */
  isModule?: boolean
}

function lower({ path, text, language, isModule }: Source): Lowered {
  if (language === 'lua') return lowerLua(text)
  return lowerJavaScript(text, isModule === true || path.endsWith('.mjs') ? 'module' : 'script')
}

/** The tree of a file, or what is wrong with it. */
export function lowerSource(
  file: Source,
  outer: Place | undefined,
  level: number,
): { source: SourceFile | undefined; problem: Problem | undefined } {
  const { program, problem } = lower(file)
  if (problem) return { source: undefined, problem }
  const { path, text, language, side, resource, isLoaded } = file
  return {
    source: { path, text, language, side, resource, isLoaded, program, outer, level },
    problem: undefined,
  }
}
