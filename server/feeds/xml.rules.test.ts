import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'

import { parseXml } from './testing.ts'
import { xmlLine, xmlText } from './xml.rules.ts'

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

// Any sixteen bits at each place, so that halves of surrogate pairs and what XML forbids come up.
const anyText = array(integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))
const marks = array(integer({ min: 0, max: 63 })).map((units) => String.fromCharCode(...units))

test('any text at all can stand in an element and in an attribute', () => {
  const declaration = '<?xml version="1.0" encoding="utf-8"?>'
  for (const text of [anyText, marks])
    assert(
      property(text, (sent) => {
        const read = parseXml(`${declaration}<a b="${xmlLine(sent)}">${xmlText(sent)}</a>`)
        expect(xmlText(read.text)).toBe(xmlText(sent))
      }),
      { numRuns: 500 },
    )
})

test.each([
  ['<a></b>', 'b is closed where it is not open'],
  ['<a>', 'one element, closed'],
  ['<a/><b/>', 'one element'],
  ['<a/>text', 'nothing beside it'],
  ['<a>&nbsp;</a>', '&nbsp; is no entity'],
  ['<a>& </a>', 'is no entity'],
  ['<a>]]></a>', ']]> has no place'],
  ['<a b="<"/>', 'is no XML'],
  ['<a b="1" b="2"/>', 'given twice'],
  ['<a b=1/>', 'is no XML'],
  ['<a>\u0008</a>', 'forbids'],
  ['<a>\ud800</a>', 'forbids'],
  ['<a><?xml version="1.0" encoding="utf-8"?></a>', 'comes first'],
])('the reader of these tests refuses %j', (body, message) => {
  expect(() => parseXml(`<?xml version="1.0" encoding="utf-8"?>${body}`)).toThrow(message)
})
