import { expect, test } from 'vitest'

import { manifestLimits, readManifest } from './read-manifest.ts'

const entriesOf = (text: string): string[] =>
  readManifest(text).entries.map(({ key, value }) => `${key}=${value}`)

test.each<[string, string, string[]]>([
  ['a text', "fx_version 'cerulean'", ['fx_version=cerulean']],
  ['a text in double quotes', 'game "gta5"', ['game=gta5']],
  ['a long text', 'description [[\nTwo\nlines]]', ['description=Two\nlines']],
  ['a call', "version('1.2.3')", ['version=1.2.3']],
  ['a call with further values', "dependency('a', 'b')", ['dependency=a']],
  ['entries on one line', "fx_version'adamant'game'rdr3'", ['fx_version=adamant', 'game=rdr3']],
  ['entries with semicolons', "author 'A'; version '1';", ['author=A', 'version=1']],
  [
    'a table, whose key loses one s',
    "client_scripts { 'a.lua', 'b.lua' }",
    ['client_script=a.lua', 'client_script=b.lua'],
  ],
  ['a table of a key without s', "client_script { 'a.lua' }", ['client_script=a.lua']],
  ['a table of a key with two s', "class { 'a' }", ['clas=a']],
  ['dependencies as the game stores them', "dependencies { 'a' }", ['dependencie=a']],
  ['a table in parentheses', "files({ 'a', 'b' })", ['file=a', 'file=b']],
  ['a table with semicolons and a last comma', "files { 'a'; 'b', }", ['file=a', 'file=b']],
  ['an empty table', 'files {}', []],
  ['a text with a plural key', "server_scripts 'a.lua'", ['server_scripts=a.lua']],
  ['an empty text', "client_script ''", ['client_script=']],
  ['fields of a table, which are no items', "files { 'a', b = 'c', ['d'] = 'e' }", ['file=a']],
  ['numbers', 'a(1) b(1.0) c(1.50) d(0x10) e(-3) f(.5)', ['a=1', 'b=1.0', 'c=1.5', 'd=16', 'e=-3', 'f=0.5']],
  ['joined constants', 'version(\'1.\' .. 2 .. ".3")', ['version=1.2.3']],
  ['joined constants in a table', "files { 'html/' .. 'a.png', ('b') }", ['file=html/a.png', 'file=b']],
  ['a local constant', "local v <const> = '1.0'\nversion(v)", ['version=1.0']],
  [
    'several local constants',
    "local a, b = 'x', 'y'\nfiles { a, b, a .. b }",
    ['file=x', 'file=y', 'file=xy'],
  ],
  ['a local table', "local list = { 'a', 'b' }\nfiles(list)", ['file=a', 'file=b']],
  ['a global constant', "version = '1.0'\nauthor(version)", ['author=1.0']],
  ['a constant that changes', "local a = 'x'\na = 'y'\nfile(a)", ['file=y']],
  [
    'a second value',
    "my_data 'one' { two = 42, three = { 'x', true } }",
    ['my_data=one', 'my_data_extra={"two":42,"three":["x",true]}'],
  ],
  [
    'a second text',
    "data_file 'HANDLING_FILE' 'data/h.meta'",
    ['data_file=HANDLING_FILE', 'data_file_extra="data/h.meta"'],
  ],
  [
    'second values in parentheses',
    "my_data('nine')({ ninety = 'nein' })",
    ['my_data=nine', 'my_data_extra={"ninety":"nein"}'],
  ],
  [
    'a second value of a table',
    "data_files { 'A', 'B' } 'x'",
    ['data_file=A', 'data_file=B', 'data_file_extra="x"'],
  ],
  ['a set as second value', "a 'b' { .c, .d }", ['a=b', 'a_extra={"c":true,"d":true}']],
  ['unknown keys', "pizza_topping 'pineapple'", ['pizza_topping=pineapple']],
  [
    'comments',
    "-- file 'a'\n--[[ file 'b' ]] file 'c' /* file 'd' */ --[==[\nfile 'e']==]\nfile 'f' -- g",
    ['file=c', 'file=f'],
  ],
  ['comments within a table', "files {\n 'a', -- 'b',\n --[[ 'c', ]] 'd'\n}", ['file=a', 'file=d']],
  ['escapes', String.raw`author 'A\tB\65\x42\u{43}'`, ['author=A\tBABC']],
  [
    'Windows line breaks',
    "fx_version 'bodacious'\r\n\r\ngame 'gta5'\r\n",
    ['fx_version=bodacious', 'game=gta5'],
  ],
  ['a byte order mark', "\uFEFFfx_version 'cerulean'", ['fx_version=cerulean']],
  [
    'characters of all languages',
    "author 'Jörg 李 😀'\ndescription '\u202Eabc'",
    ['author=Jörg 李 😀', 'description=\u202Eabc'],
  ],
  [
    'a value up to its NUL, as the game does',
    "server_script 'a.lua\\0.png'\nfile 'b\0c'",
    ['server_script=a.lua', 'file=b'],
  ],
  ['globals without effect', "print('Hello')\ntype 'map'\nfile 'a'", ['file=a']],
  ['a name like a method of objects', "constructor 'a'\n__proto__ 'b'", ['constructor=a', '__proto__=b']],
  ['nothing', '', []],
])('the reader reads %s', (_, text, expected) => {
  expect(entriesOf(text)).toEqual(expected)
  expect(readManifest(text).unread).toEqual([])
})

test.each<[string, string, number[], string[]]>([
  ['a call as a value', "file 'a'\nserver_script(GetName())\nfile 'b'", [2], ['file=a', 'file=b']],
  ['a call within a table', "files {\n'a',\nname(),\n'b' }", [3], ['file=a', 'file=b']],
  ['a computed join', "local n = os.time()\nfile('a' .. n)\nfile 'b'", [1, 2], ['file=b']],
  ['a name that nothing defines', 'version(unknown)', [1], []],
  ['a method of a constant', "file(('a'):rep(3))", [1], []],
  ['a hash', 'file(`a`)', [1], []],
  ['bytes of a character', String.raw`author 'J\195\182rg'`, [1], []],
  ['an arithmetic value', 'version(1 + 2)', [1], []],
  ['a number in scientific notation', 'version(1e20)', [1], []],
  ['nothing as a value', "file()\nfile(nil)\nfile 'a'", [1, 2], ['file=a']],
  ['a third value', "a 'b' 'c' 'd'\nfile 'e'", [1], ['a=b', 'a_extra="c"', 'file=e']],
  ['a loop', "for i = 1, 3 do file('f' .. i) end\nfile 'a'", [1], ['file=a']],
  [
    'a loop over a table',
    "for _, n in ipairs({ 'a', 'b' }) do\n  client_script(n)\nend game 'gta5'",
    [1],
    ['game=gta5'],
  ],
  ['an endless loop', "while true do end\nfile 'a'", [1], ['file=a']],
  ['a loop with its condition at the end', "repeat\n  file 'a'\nuntil done\nfile 'b'", [1], ['file=b']],
  [
    'a condition',
    "if GetConvar('x') then\n  server_script 'a'\nelseif y then b() else\n  c 'd'\nend\nfile 'e'",
    [1],
    ['file=e'],
  ],
  ['a block', "do\n  local x = 'a'\n  file(x)\nend\nfile 'b'", [1], ['file=b']],
  ['a function and its calls', "local function add(n) file(n) end\nadd 'a'\nfile 'b'", [1, 2], ['file=b']],
  ['a function that replaces an entry', "function file(n) end\nversion '1'", [1], ['version=1']],
  ['an entry that was assigned', "client_script = file\nclient_script 'a'", [1, 2], []],
  ['a constant after unread code', "local a = 'x'\nif y then a = 'z' end\nfile(a)", [2, 3], []],
  ['an entry through the table of globals', "_G.file 'a'\n_G['file']('b')", [1, 2], []],
  ['an entry added directly', "AddMetaData('file', 'a')", [1], []],
  ['a changed table of globals', "setmetatable(_G, {})\nfile 'a'", [1], ['file=a']],
  ['a jump', "goto done\nfile 'a'\n::done::", [1, 3], ['file=a']],
  ['an assignment to a field', "a.b = 'c'\nfile 'd'", [1], ['file=d']],
  ['a constant that was changed within', "local t = { 'a' }\nt[1] = 'b'\nfiles(t)", [2, 3], []],
  ['numbered fields', "files { [1] = 'a' }", [1], []],
  ['tables deeper than the limit', `a 'b' ${'{'.repeat(50)}${'}'.repeat(50)}`, [1], ['a=b']],
  [
    'a text longer than the limit',
    "local a = 'x'\n".concat('a = a .. a\n'.repeat(60), 'file(a)'),
    [11, 12, 13, 14],
    [],
  ],
])('the reader marks %s as unread', (_, text, unread, entries) => {
  expect(readManifest(text).unread.slice(0, 4)).toEqual(unread)
  expect(entriesOf(text)).toEqual(entries)
})

test('an entry has its line', () =>
  expect(
    readManifest("\n\nfiles {\n  'a',\n\n  'b' }\r\nauthor 'b'").entries.map(({ line }) => line),
  ).toEqual([4, 6, 7]))

test('values that are neither text nor numbers are reported, because the game rejects them', () => {
  const manifest = readManifest("lua54(true)\nfiles { 'a', { 'b' } }\nmy_data 'x' { true }")

  expect(manifest.notText).toEqual([1, 2])
  expect(manifest.unread).toEqual([])
  expect(manifest.entries.map(({ value }) => value)).toEqual(['a', 'x', '[true]'])
})

// Quadratic or recursive reading of any of them would take many minutes or overflow the stack.
test.each([
  ['entries', "file 'a' "],
  ['entries in one table', "files { 'a', ", "'a', "],
  ['opened tables', 'a {', '{'],
  ['opened parentheses', 'a (', '('],
  ['fields', 'a {', 'b={'],
  ['joins', "a ('b'", "..'b'"],
  ['minus signs', 'a (', '- '],
  ['locals', 'local a', ',a'],
  ['changed constants', '', "local a='b' c() "],
  ['opened functions', '', 'function() '],
  ['blocks', '', 'if a then b() end '],
  ['ends', '', 'end '],
  ['semicolons', '', ';'],
  ['names', '', 'a '],
  ['one text', "a '", 'b'],
  ['NUL', '', '\0'],
])('a manifest of 1 MB of %s is read in seconds', (_, start, part = start) => {
  const manifest = readManifest(start + part.repeat(1_000_000 / part.length))

  expect(manifest.entries.length).toBeLessThanOrEqual(manifestLimits.valuesMax)
  expect(manifest.unread.length).toBeLessThanOrEqual(manifestLimits.linesMax)
})

test('a line of 5 MB is read in seconds', () => {
  const { entries, unread } = readManifest(`files { ${"'a', ".repeat(1_000_000)}}`)

  // The table counts as a value too.
  expect(entries).toHaveLength(manifestLimits.valuesMax - 1)
  expect(unread).toEqual([1])
})

test('what is beyond the limit is marked as unread', () => {
  const text = "file 'a'\n".repeat(manifestLimits.valuesMax + 1)

  expect(readManifest(text).entries).toHaveLength(manifestLimits.valuesMax)
  expect(readManifest(text).unread).toEqual([manifestLimits.valuesMax + 1])
})
