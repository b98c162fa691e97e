import type { ReactNode } from 'react'

import type { DescriptionNode } from '#contract/description.ts'

import styles from './FormattedText.module.css'

const headings = ['h2', 'h3', 'h4', 'h5'] as const

/**
 * A parsed description. Links are those of its author. Its headings follow the one above it without a gap, however many
 * levels the author left out. `isMainText`: that is the title of the page.
 */
export function FormattedText({
  nodes,
  isMainText = false,
}: {
  nodes: readonly DescriptionNode[]
  isMainText?: boolean
}) {
  const tags = new Set(nodes.map((node) => typeof node !== 'string' && node.tag))
  const used = headings.filter((tag) => tag !== 'h2' && tags.has(tag))
  return <div className={styles.text}>{nodes.map(render)}</div>

  function render(node: DescriptionNode, index: number): ReactNode {
    if (typeof node === 'string') return node
    const { tag, href, start, children } = node
    const level = used.findIndex((heading) => heading === tag)
    const Tag = headings[level < 0 ? -1 : isMainText ? level : level + 1] ?? tag
    const attributes = { href, start, rel: href && 'nofollow ugc' }
    return (
      <Tag key={index} {...attributes}>
        {children?.map(render)}
      </Tag>
    )
  }
}
