import { expect, test } from 'vitest'

import { codeLimits, languageOf, limitText, plainLines, visibleParts } from './code-lines.ts'
import { highlight } from './highlight.ts'

test.each([
  ['a/fxmanifest.lua', 'lua'],
  ['html/index.HTML', 'xml'],
  ['stream/vehicles.meta', 'xml'],
  ['server.cfg', 'ini'],
  ['src/app.tsx', 'typescript'],
  ['LICENSE', undefined],
  ['lua', 'lua'],
])('the language of %s is %s', (path, language) => {
  expect(languageOf(path)).toBe(language)
})

test('a highlighted text keeps every character, and a comment over lines is a part of each', () => {
  const text = 'local a = "x" -- <b>\n--[[ one\n\ntwo ]] return 1'
  const lines = highlight(text, 'lua')

  expect(lines.map((line) => line.map(([, part]) => part).join('')).join('\n')).toBe(text)
  expect(lines[0]).toContainEqual(['keyword', 'local'])
  expect(lines[0]).toContainEqual(['string', '"x"'])
  expect(lines.slice(1)).toEqual([
    [['comment', '--[[ one']],
    [],
    [
      ['comment', 'two ]]'],
      [undefined, ' '],
      ['keyword', 'return'],
      [undefined, ' '],
      ['number', '1'],
    ],
  ])
})

test('a text within a text of another language is highlighted', () => {
  const page = highlight('<style>a { color: red }</style><script>const b = 1</script>', 'xml').flat()

  expect(page).toContainEqual(['attribute', 'color'])
  expect(page).toContainEqual(['keyword', 'const'])
})

test.each(['csharp', 'css', 'ini', 'javascript', 'json', 'markdown', 'sql', 'typescript', 'xml', 'yaml'])(
  '%s is highlighted',
  (language) => {
    const samples = '# a\n[b]\n"c": 1\n<d e="f">\nselect 1 from t;\nclass G { var h = 1; }'
    const styles = highlight(samples, language).flatMap((line) => line.map(([style]) => style))

    expect(styles.filter((style) => style !== undefined)).not.toEqual([])
  },
)

test('lines end with LF, CRLF or CR, and a final line break begins no line', () => {
  expect(plainLines(limitText('a\r\nb\rc\n\nd\n').text).map((line) => line.map(([, text]) => text))).toEqual([
    ['a'],
    ['b'],
    ['c'],
    [],
    ['d'],
  ])
  expect(limitText('')).toEqual({ text: '', isCut: false })
})

test('a text is cut after its lines and the length of a line', () => {
  const { linesMax, lineLengthMax } = codeLimits

  expect(limitText('x\n'.repeat(linesMax))).toMatchObject({ isCut: false })
  expect(limitText('x\n'.repeat(linesMax + 1))).toEqual({
    text: 'x\n'.repeat(linesMax).trimEnd(),
    isCut: true,
  })
  expect(limitText('y'.repeat(lineLengthMax + 1))).toEqual({ text: 'y'.repeat(lineLengthMax), isCut: true })
})

test('invisible characters have their code', () => {
  expect(visibleParts('a\tb größer 🙂')).toEqual([{ text: 'a\tb größer 🙂' }])
  expect(visibleParts('a\u202Eb\u0000')).toEqual([
    { text: 'a' },
    { text: '\u202E', code: 'U+202E' },
    { text: 'b' },
    { text: '\u0000', code: 'U+0000' },
  ])
})

test('a long line is cut between characters', () => {
  const start = 'x'.repeat(codeLimits.lineLengthMax - 1)
  expect(limitText(`${start}😀`)).toEqual({ text: start, isCut: true })
})
