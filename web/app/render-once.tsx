import type { AsyncRouteComponent } from '@tanstack/react-router'
import { createElement } from 'react'

let rendered: string | undefined

/**
 * For a part that has the same markup on all pages: it depends on nothing of the page, and its ids follow from its place
 * in the tree, which does not change. The server renders it for the first page only.
 */
export function renderOnce<Props extends object>(part: AsyncRouteComponent<Props>) {
  const render = (props: Props) => (
    <template data-once="">{rendered === undefined && createElement(part, props)}</template>
  )
  return Object.assign(render, { preload: part.preload })
}

/** Replaces the element that `renderOnce` leaves in the markup of a page. */
export function insertRendered(markup: string): string {
  return markup.replace(/<template data-once="">(.*?)<\/template>/s, (_, part: string) => (rendered ??= part))
}
