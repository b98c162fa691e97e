import { AsyncLocalStorage } from 'node:async_hooks'

import type { PageRenderer, SsrRequest, SsrResponse } from '#contract/site/pages.ts'

export type FetchData = (request: SsrRequest) => Promise<SsrResponse>

type RenderedPage = ReturnType<PageRenderer['render']>

/** The server build of the pages. Each render has its own `fetchData`. */
export type LoadedRenderer = Pick<PageRenderer, 'canonicalUrl' | 'firstPaintScript'> & {
  render: (...args: [...Parameters<PageRenderer['render']>, fetchData: FetchData]) => RenderedPage
}

const currentRender = new AsyncLocalStorage<FetchData>()

/** Checks the module of a build or of Vite: it may be from another version. */
export function loadRenderer(module: unknown): LoadedRenderer {
  if (!isPageRenderer(module))
    throw new Error('The build of the pages is of another version. Run npm run build.')
  module.setDataFetcher((request) => {
    const fetchData = currentRender.getStore()
    if (!fetchData) throw new Error(`${request.name} was called outside of a render`)
    return fetchData(request)
  })
  return {
    canonicalUrl: module.canonicalUrl,
    firstPaintScript: module.firstPaintScript,
    render: (canonicalUrl, options, fetchData) =>
      currentRender.run(fetchData, () => module.render(canonicalUrl, options)),
  }
}

function isPageRenderer(module: unknown): module is PageRenderer {
  if (typeof module !== 'object' || module === null) return false
  return ['canonicalUrl', 'render', 'setDataFetcher', 'firstPaintScript'].every((name) => name in module)
}
