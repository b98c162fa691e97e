import type { ReactNode } from 'react'

import type { DescriptionElement, DescriptionNode } from '#contract/description.ts'

import styles from './FormattedText.module.css'

/** A parsed description. Links are those of its author. `isMainText`: its headings follow the title of the page. */
export function FormattedText({
  nodes,
  isMainText = false,
}: {
  nodes: readonly DescriptionNode[]
  isMainText?: boolean
}) {
  return <div className={styles.text}>{nodes.map(render)}</div>

  function render(node: DescriptionNode, index: number): ReactNode {
    if (typeof node === 'string') return node
    const { tag, href, start, children } = node
    const Tag = (isMainText && raisedHeadings[tag]) || tag
    const attributes = { href, start, rel: href && 'nofollow ugc' }
    return (
      <Tag key={index} {...attributes}>
        {children?.map(render)}
      </Tag>
    )
  }
}

const raisedHeadings: Partial<Record<DescriptionElement['tag'], 'h2' | 'h3' | 'h4'>> = {
  h3: 'h2',
  h4: 'h3',
  h5: 'h4',
}
