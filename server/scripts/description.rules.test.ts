import { expect, test } from 'vitest'

import { Description } from '#contract/platform/description.ts'
import { processorMs } from '#test-support/processor-time.ts'

import { parseDescription, parseDocumentation, plainDescription, summaryOf } from './description.rules.ts'

test('headings, lists, code, emphasis and links become elements', () => {
  const text = [
    '# Setup',
    '1. Put `garage` into **resources**',
    '2. Read [the manual](https://example.com/a?b=1)',
    '',
    '- one',
    '  - two',
    '',
    '```lua',
    "print('<b>')",
    '```',
    'See https://example.com or *ask*',
  ].join('\n')

  expect(parseDescription(text)).toEqual([
    { tag: 'h3', children: ['Setup'] },
    {
      tag: 'ol',
      children: [
        {
          tag: 'li',
          children: [
            'Put ',
            { tag: 'code', children: ['garage'] },
            ' into ',
            { tag: 'strong', children: ['resources'] },
          ],
        },
        {
          tag: 'li',
          children: ['Read ', { tag: 'a', href: 'https://example.com/a?b=1', children: ['the manual'] }],
        },
      ],
    },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['one', { tag: 'ul', children: [{ tag: 'li', children: ['two'] }] }] },
      ],
    },
    { tag: 'pre', children: [{ tag: 'code', children: ["print('<b>')"] }] },
    {
      tag: 'p',
      children: [
        'See ',
        { tag: 'a', href: 'https://example.com/', children: ['https://example.com'] },
        ' or ',
        { tag: 'em', children: ['ask'] },
      ],
    },
  ])
})

const lineBreak = { tag: 'br' }

test.each([
  ['one line\nanother line', [{ tag: 'p', children: ['one line', lineBreak, 'another line'] }]],
  [
    'one\n\ntwo\n\n\n\nthree',
    [
      { tag: 'p', children: ['one'] },
      { tag: 'p', children: ['two'] },
      lineBreak,
      lineBreak,
      { tag: 'p', children: ['three'] },
    ],
  ],
  ['Title\n=====\ntext', [{ tag: 'p', children: ['Title', lineBreak, '=====', lineBreak, 'text'] }]],
  ['a\n---\nb', [{ tag: 'p', children: ['a', lineBreak, '---', lineBreak, 'b'] }]],
  ['> 5 players & < 10 &amp; #1', [{ tag: 'p', children: ['> 5 players & < 10 &amp; #1'] }]],
  ['|a|b|\n|-|-|\n|c|d|', [{ tag: 'p', children: ['|a|b|', lineBreak, '|-|-|', lineBreak, '|c|d|'] }]],
])('plain text looks as written: %j', (text, nodes) => {
  expect(parseDescription(text)).toEqual(nodes)
})

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '![x](https://evil.example/pixel.png)',
  '![x](javascript:alert(1))',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox(1))',
  '[x](//evil.example)',
  '[x](/admin)',
  '[x](https://user:password@evil.example)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n[x]',
  '`<img src=x onerror=alert(1)>`',
  '[<img src=x onerror=alert(1)>](https://example.com" onclick="alert(1))',
]

test.each(attacks)('%s is text or a plain link', (text) => {
  const nodes = parseDescription(text)
  const json = JSON.stringify(nodes)

  expect(Description.safeParse(nodes).success).toBe(true)
  expect(json).not.toMatch(/"tag":"(?!p|br|a|code|li|ul)/)
  for (const [, href = ''] of json.matchAll(/"href":"((?:[^"\\]|\\.)*)"/g))
    expect(href).toMatch(/^https:\/\/example\.com/)
})

test.each(['[', '*', '_', '- ', '> ', '`', '(', '![](', '1. ', '**a', '<', '#', '\n', '[](a', '*a **b '])(
  '1000 characters of %j are parsed quickly',
  (part) => {
    const text = part.repeat(1000).slice(0, 1000)
    const startedAt = processorMs()

    const nodes = parseDescription(text)

    expect(processorMs() - startedAt).toBeLessThan(500)
    expect(Description.safeParse(nodes).success).toBe(true)
  },
)

test('the plain text of a description has its words without the formatting', () => {
  const text = '# Setup\n- **fast** `garage`\n- [manual](https://example.com)\n\nDone'

  expect(plainDescription(text)).toBe('Setup\nfast garage\nmanual\nDone')
})

const image = '/files/images/a-960.webp'

test('a documentation is parsed as a README: tables, task lists, quotes, own images and links by reference', () => {
  const text = `## Use
Type \`/give\`
now.

- [x] done
- [ ] not yet

| a | b |
|---|--:|
| c | **d** |

> ~~old~~ [manual]

---
![Menu](image-1) ![Same](${image})

[manual]: https://example.com/manual`

  expect(parseDocumentation(text, [image])).toEqual([
    { tag: 'h4', children: ['Use'] },
    { tag: 'p', children: ['Type ', { tag: 'code', children: ['/give'] }, ' now.'] },
    {
      tag: 'ul',
      children: [
        { tag: 'li', isDone: true, children: ['done'] },
        { tag: 'li', isDone: false, children: ['not yet'] },
      ],
    },
    {
      tag: 'table',
      children: [
        {
          tag: 'thead',
          children: [
            {
              tag: 'tr',
              children: [
                { tag: 'th', children: ['a'] },
                { tag: 'th', align: 'right', children: ['b'] },
              ],
            },
          ],
        },
        {
          tag: 'tbody',
          children: [
            {
              tag: 'tr',
              children: [
                { tag: 'td', children: ['c'] },
                { tag: 'td', align: 'right', children: [{ tag: 'strong', children: ['d'] }] },
              ],
            },
          ],
        },
      ],
    },
    {
      tag: 'blockquote',
      children: [
        {
          tag: 'p',
          children: [
            { tag: 'del', children: ['old'] },
            ' ',
            { tag: 'a', href: 'https://example.com/manual', children: ['manual'] },
          ],
        },
      ],
    },
    { tag: 'hr' },
    {
      tag: 'p',
      children: [{ tag: 'img', src: image, alt: 'Menu' }, ' ', { tag: 'img', src: image, alt: 'Same' }],
    },
  ])
})

test.each([
  ['![Pixel](https://evil.example/pixel.png)', ['Pixel']],
  ['![Second](image-2)', ['Second']],
  ['![Of another script](/files/images/b-960.webp)', ['Of another script']],
  ['[setup](docs/setup.md)', ['setup']],
  ['[x](javascript:alert(1))', ['x']],
  ['<div align="center"><b>Fast</b><br>and small</div>', ['Fast', lineBreak, 'and small']],
  ['<!-- hidden -->Text', ['Text']],
  ['/give <id> <item-name>', ['/give ', '<id>', ' ', '<item-name>']],
])('%s in a documentation is shown as %j', (text, children) => {
  expect(parseDocumentation(text, [image])).toEqual([{ tag: 'p', children }])
})

test.each(attacks)('%s in a documentation is text or a plain link', (text) => {
  const nodes = parseDocumentation(text, [image])
  const json = JSON.stringify(nodes)

  expect(Description.safeParse(nodes).success).toBe(true)
  expect(json).not.toMatch(/"tag":"(?!p|br|a|code|li|ul)/)
  for (const [, href = ''] of json.matchAll(/"href":"((?:[^"\\]|\\.)*)"/g))
    expect(href).toMatch(/^https:\/\/example\.com/)
})

const repeated = [
  '[',
  '*',
  '> ',
  '- ',
  '1. ',
  '> - ',
  '**a',
  '~~a',
  '<!--',
  '![](',
  'a|b\n-|-\n',
  '[a]: b\n',
  '\\',
]

test.each(repeated)('20,000 characters of %j are parsed within the stack and quickly', (part) => {
  const text = part.repeat(20_000).slice(0, 20_000)
  const startedAt = processorMs()

  const nodes = parseDocumentation(text, [image])

  expect(processorMs() - startedAt).toBeLessThan(2_000)
  expect(Description.safeParse(nodes).success).toBe(true)
})

test.each([
  [
    'a heading',
    '# Garage\n\nStores vehicles between two restarts. And more.',
    'Stores vehicles between two restarts.',
  ],
  [
    'several headings',
    '# Garage\n## What it does\nStores vehicles between restarts.',
    'Stores vehicles between restarts.',
  ],
  [
    'a bold heading',
    '**Garage:**\nStores *all* vehicles between restarts.',
    'Stores all vehicles between restarts.',
  ],
  ['a list', '- Stores vehicles\n- Keeps fuel\n\nMore', 'Stores vehicles Keeps fuel'],
  ['a short sentence', 'Hello! This garage stores vehicles. More.', 'Hello! This garage stores vehicles.'],
  ['a number', 'Costs 0.02 ms on a client with 40 cars. More.', 'Costs 0.02 ms on a client with 40 cars.'],
  ['a heading only', '# Garage', 'Garage'],
  ['a long sentence', 'x'.repeat(300), 'x'.repeat(200)],
])('the summary of a description that begins with %s is its first sentence', (_, text, summary) =>
  expect(summaryOf(text)).toBe(summary),
)
