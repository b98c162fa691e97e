import { expect, test } from 'vitest'

import { writeLetter } from './mail-letter.ts'

const letter = {
  to: 'reader@example.com',
  subject: 'News',
  greets: '<b>Ada</b>',
  paragraphs: ['One & "two"'],
  link: { label: 'Open', address: 'https://hub.example/a?b=1&c="x"' },
  note: 'Not you? Ignore it.',
}

test('what a person chose is text in HTML too', () => {
  const { html } = writeLetter('A <i>site</i>', letter)

  expect(html).not.toContain('<b>')
  expect(html).not.toContain('<i>')
  expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,')
  expect(html).toContain('href="https://hub.example/a?b=1&amp;c=&quot;x&quot;"')
})

test('the text says the same, with the address whole on a line of its own', () => {
  const { text, subject } = writeLetter('Night City', letter)

  expect(subject).toBe('News - Night City')
  expect(text.split('\n')).toContain('https://hub.example/a?b=1&c="x"')
  expect(text).toContain('Hello <b>Ada</b>,')
})
