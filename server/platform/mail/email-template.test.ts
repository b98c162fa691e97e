import { expect, test } from 'vitest'

import { renderEmail } from './email-template.ts'

const content = {
  to: 'reader@example.com',
  subject: 'News',
  greets: '<b>Ada</b>',
  paragraphs: ['One & "two"'],
  link: { label: 'Open', url: 'https://app.example/a?b=1&c="x"' },
  note: 'Not you? Ignore it.',
}

test('user input is escaped in the HTML part', () => {
  const { html } = renderEmail('A <i>site</i>', content)

  expect(html).not.toContain('<b>')
  expect(html).not.toContain('<i>')
  expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,')
  expect(html).toContain('href="https://app.example/a?b=1&amp;c=&quot;x&quot;"')
})

test('the text part has the same content, with the URL on a line of its own', () => {
  const { text, subject } = renderEmail('Night City', content)

  expect(subject).toBe('News - Night City')
  expect(text.split('\n')).toContain('https://app.example/a?b=1&c="x"')
  expect(text).toContain('Hello <b>Ada</b>,')
})
