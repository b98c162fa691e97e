import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'

import { parseXml } from '#test-support/feeds.ts'
import { xmlLine, xmlText } from './feeds.rules.ts'

test.each([
  ['<script>&amp;', '&lt;script&gt;&amp;amp;'],
  ['a ]]> b', 'a ]]&gt; b'],
  [`"it's"`, '&quot;it&apos;s&quot;'],
  ['a\u0000b\u0007c\u001bd\u0085e\u009ff', 'abcdef'],
  ['\ufffe\uffff\ud800!', '\ufffd!'],
  ['one\r\ntwo\rthree\tfour', 'one\ntwo\nthree\tfour'],
  ['gpj.\u202eexe\u2066\u2069', 'gpj.exe'],
  ['سكريبت العربي ו־עברית', 'سكريبت العربي ו־עברית'],
  ['🚗 garage', '🚗 garage'],
])('%j becomes %j', (text, expected) => expect(xmlText(text)).toBe(expected))

test('a title is one line', () => {
  expect(xmlLine('  Garage \n\u202e\t & more ')).toBe('Garage &amp; more')
})

// Any UTF-16 code units, including lone surrogates and characters that XML forbids.
const anyText = array(integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))
const marks = array(integer({ min: 0, max: 63 })).map((units) => String.fromCharCode(...units))

test('any text is valid in an element and in an attribute', () => {
  const declaration = '<?xml version="1.0" encoding="utf-8"?>'
  for (const texts of [anyText, marks])
    assert(
      property(texts, (text) => {
        const parsed = parseXml(`${declaration}<a b="${xmlLine(text)}">${xmlText(text)}</a>`)
        expect(xmlText(parsed.text)).toBe(xmlText(text))
      }),
      { numRuns: 500 },
    )
})

test.each([
  ['<a></b>', 'b is closed but not open'],
  ['<a>', 'one closed element'],
  ['<a/><b/>', 'one closed element'],
  ['<a/>text', 'one closed element'],
  ['<a>&nbsp;</a>', '&nbsp; is not an entity'],
  ['<a>& </a>', 'is not an entity'],
  ['<a>]]></a>', ']]> is not allowed'],
  ['<a b="<"/>', 'Not well-formed'],
  ['<a b="1" b="2"/>', 'Duplicate attribute'],
  ['<a b=1/>', 'Not well-formed'],
  ['<a>\u0008</a>', 'Forbidden character'],
  ['<a>\ud800</a>', 'Forbidden character'],
  ['<a><?xml version="1.0" encoding="utf-8"?></a>', 'must come first'],
])('the XML parser of these tests rejects %j', (body, message) => {
  expect(() => parseXml(`<?xml version="1.0" encoding="utf-8"?>${body}`)).toThrow(message)
})
