// Part of every page, without the schemas of description.ts.
import type { DescriptionNode } from './description.ts'

const blocks = new Set<string>(['p', 'h3', 'h4', 'h5', 'li', 'pre', 'br'])

/** The text of a parsed description without its formatting. */
export function descriptionText(nodes: readonly DescriptionNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return `${descriptionText(node.children ?? [])}${blocks.has(node.tag) ? '\n' : ''}`
    })
    .join('')
}
