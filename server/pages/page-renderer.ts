import { AsyncLocalStorage } from 'node:async_hooks'

import type { PageRead, PageReadAnswer, PageRenderer } from '#contract/pages.ts'

export type Read = (read: PageRead) => Promise<PageReadAnswer>

type Rendered = ReturnType<PageRenderer['render']>

/** The pages as a build or Vite has them; each render has its calls answered by a `read` of its own. */
export type OpenedRenderer = Pick<PageRenderer, 'canonicalAddress' | 'firstPaintScript'> & {
  render: (...given: [...Parameters<PageRenderer['render']>, read: Read]) => Rendered
}

const reads = new AsyncLocalStorage<Read>()

/** The module comes from a build, so its shape is checked where it enters. */
export function openRenderer(module: unknown): OpenedRenderer {
  if (!isRenderer(module)) throw new Error('The build of the pages is of another version. Run npm run build.')
  module.answerReadsBy((asked) => {
    const read = reads.getStore()
    if (!read) throw new Error(`${asked.name} was called outside of a render`)
    return read(asked)
  })
  return {
    canonicalAddress: module.canonicalAddress,
    firstPaintScript: module.firstPaintScript,
    render: (address, options, read) => reads.run(read, () => module.render(address, options)),
  }
}

function isRenderer(module: unknown): module is PageRenderer {
  if (typeof module !== 'object' || module === null) return false
  return ['canonicalAddress', 'render', 'answerReadsBy', 'firstPaintScript'].every((name) => name in module)
}
