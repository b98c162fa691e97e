import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { DescriptionNode } from '#contract/platform/description.ts'

import { FormattedText } from './FormattedText.tsx'

const heading = (tag: 'h3' | 'h4' | 'h5', text: string): DescriptionNode => ({ tag, children: [text] })
const tagsOf = (markup: string) => [...markup.matchAll(/<(h\d)>/g)].map(([, tag]) => tag)

test('headings follow the one above the text without a gap, whatever levels its author used', () => {
  const nodes = [heading('h4', 'Setup'), heading('h5', 'Database'), heading('h4', 'Use')]

  expect(tagsOf(renderToStaticMarkup(<FormattedText nodes={nodes} />))).toEqual(['h3', 'h4', 'h3'])
  expect(tagsOf(renderToStaticMarkup(<FormattedText nodes={nodes} isMainText />))).toEqual(['h2', 'h3', 'h2'])
  expect(
    tagsOf(renderToStaticMarkup(<FormattedText nodes={[heading('h3', 'Setup'), heading('h5', 'Use')]} />)),
  ).toEqual(['h3', 'h4'])
})

test('a documentation has scrollable tables, named boxes of tasks, rules, line breaks and images in one size', () => {
  const cell: DescriptionNode = { tag: 'td', align: 'right', children: ['a'] }
  const nodes: DescriptionNode[] = [
    { tag: 'ul', children: [{ tag: 'li', isDone: true, children: ['Done it'] }] },
    {
      tag: 'table',
      children: [{ tag: 'tbody', children: [{ tag: 'tr', children: [cell] }] }],
    },
    { tag: 'img', src: '/files/images/a-480.webp', alt: 'Menu' },
    { tag: 'hr' },
    { tag: 'p', children: ['One', { tag: 'br' }, 'two'] },
  ]
  const markup = renderToStaticMarkup(<FormattedText nodes={nodes} />)

  expect(markup).toContain(
    '<li><input type="checkbox" disabled="" aria-label="Done" checked=""/>Done it</li>',
  )
  expect(markup).toMatch(/<section [^>]*aria-label="Table" tabindex="0"><table>/)
  expect(markup).toContain('<td data-align="right">a</td>')
  expect(markup).toContain('<img src="/files/images/a-960.webp" alt="Menu" loading="lazy"/>')
  expect(markup).toContain('<hr/><p>One<br/>two</p>')
})
