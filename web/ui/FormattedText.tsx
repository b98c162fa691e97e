import type { ReactNode } from 'react'

import type { DescriptionNode } from '#contract/description.ts'

import styles from './FormattedText.module.css'

/** A parsed description. Links are those of its author. */
export function FormattedText({ nodes }: { nodes: readonly DescriptionNode[] }) {
  return <div className={styles.text}>{nodes.map(render)}</div>
}

function render(node: DescriptionNode, index: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag: Tag, href, start, children } = node
  const attributes = { href, start, rel: href && 'nofollow ugc' }
  return (
    <Tag key={index} {...attributes}>
      {children?.map(render)}
    </Tag>
  )
}
