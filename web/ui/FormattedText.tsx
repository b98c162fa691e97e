import type { ReactNode } from 'react'

import type { DescriptionNode } from '#contract/platform/description.ts'
import { imageAt } from '#contract/platform/images.ts'

import styles from './FormattedText.module.css'

const headings = ['h2', 'h3', 'h4', 'h5'] as const

/**
 * A parsed description or documentation. Links are those of its author. Its headings follow the one above it without a gap, however many
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
    const { tag, href, start, align, isDone, children } = node
    const level = used.findIndex((heading) => heading === tag)
    const Tag = headings[level < 0 ? -1 : isMainText ? level : level + 1] ?? tag
    if (tag === 'img')
      return <img key={index} src={imageAt(node.src ?? '', 960)} alt={node.alt ?? ''} loading="lazy" />
    if (tag === 'br' || tag === 'hr') return <Tag key={index} />
    const attributes = { href, start, rel: href && 'nofollow ugc', 'data-align': align }
    const element = (
      <Tag key={index} {...attributes}>
        {isDone !== undefined && (
          <input type="checkbox" checked={isDone} disabled aria-label={isDone ? 'Done' : 'Not done'} />
        )}
        {children?.map(render)}
      </Tag>
    )
    if (tag !== 'table') return element
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
      <section key={index} className={`scroll-x ${styles.table}`} aria-label="Table" tabIndex={0}>
        {element}
      </section>
    )
  }
}
