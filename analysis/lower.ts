import type { Place, SourceFile } from '#analysis/flow/heap.ts'
import type { Problem } from '#analysis/ir/ir.ts'
import { lowerJavaScript } from '#analysis/ir/lower-javascript.ts'
import { lowerLua } from '#analysis/ir/lower-lua.ts'

export type Source = Omit<SourceFile, 'program' | 'outer'> & {
  /** A script element of a page says so. */
  isModule?: boolean
}

/** The tree of a file, or what is wrong with it. */
export function lowerSource(
  { path, text, language, side, resource, isLoaded, isModule }: Source,
  outer: Place | undefined,
): { source: SourceFile | undefined; problem: Problem | undefined } {
  const kind = isModule === true || path.endsWith('.mjs') ? 'module' : 'script'
  const { program, problem } = language === 'lua' ? lowerLua(text) : lowerJavaScript(text, kind)
  if (problem) return { source: undefined, problem }
  return { source: { path, text, language, side, resource, isLoaded, program, outer }, problem: undefined }
}
