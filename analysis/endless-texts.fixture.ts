/** Texts of one shape, as long as wanted, which are slow for a scanner that is not linear. */
export const endlessTexts: [name: string, language: 'lua' | 'js', make: (size: number) => string][] = [
  ['nested brackets', 'lua', (size) => `x = ${'('.repeat(size)}`],
  ['nested calls', 'lua', (size) => 'load('.repeat(size / 5)],
  ['nested tables', 'lua', (size) => 'load({'.repeat(size / 6)],
  ['nested functions', 'lua', (size) => 'function(a) load(a) '.repeat(size / 20)],
  ['one long line', 'lua', (size) => 'load(x) '.repeat(size / 8)],
  ['aliases of aliases', 'lua', (size) => repeat(size, (index) => `local a${index + 1} = a${index}\n`)],
  ['different variables', 'lua', (size) => repeat(size, (index) => `v${index} = load\n`)],
  ['a long concatenation', 'lua', (size) => `x = 'a'${" .. 'b'".repeat(size / 7)} load(x)`],
  [
    'a growing text',
    'lua',
    (size) => `local s = ''\n${"s = s .. 'abcdefghijklmnop'\n".repeat(size / 27)} load(s)`,
  ],
  ['escapes', 'lua', (size) => `load('${'\\104'.repeat(size / 4)}')`],
  ['variables of a decompiler', 'lua', decompiled],
  ['a list of numbers', 'lua', (size) => `x = {${'104,'.repeat(size / 4)}} string.char(table.unpack(x))`],
  ['closing brackets', 'lua', (size) => `${'('.repeat(900)}${'}'.repeat(size)}`],
  ['a long chain of members', 'lua', (size) => `x = a${'.b'.repeat(size / 2)}`],
  ['long encoded texts', 'lua', (size) => "x = 'aHR0cHM6Ly9h'\n".repeat(size / 19)],
  ['backticks', 'js', (size) => '`${'.repeat(size / 3)],
  ['templates', 'js', (size) => 'x = `a${b}c${d}e`\n'.repeat(size / 18)],
  ['regular expressions', 'js', (size) => '=/[ '.repeat(size / 4)],
  ['arrow functions', 'js', (size) => 'a => '.repeat(size / 5)],
  ['promises', 'js', (size) => `fetch(a)${'.then((b) => load(b))'.repeat(size / 21)}`],
  [
    'functions that call each other',
    'js',
    (size) => repeat(size, (index) => `function f${index}(a) { return f${index + 1}(a) }\n`),
  ],
  [
    'handlers that call each other',
    'lua',
    (size) =>
      repeat(
        size,
        (index) =>
          `RegisterNetEvent('a', function(n) f${index}() p.addMoney(n) end) function f${index}() f${index + 1}() end\n`,
      ),
  ],
  ['patterns', 'js', (size) => `const ${'{ a: '.repeat(size / 5)}`],
  ['packed texts', 'js', (size) => `}('0',9,9,'a'.split('|')`.repeat(size / 25)],
  ['signs', 'js', (size) => '$_=[]+'.repeat(size / 6)],
  ['a long name', 'js', (size) => `x = ${'decode'.repeat(size / 6)}('aGVsbG8gd29ybGQ=')`],
]

/** As a decompiler writes: few variables, assigned to over and over, and tables that are filled field by field. */
export function decompiled(size: number): string {
  const statements = [
    (a: string, b: string) => `${a} = ${b}`,
    (a: string, b: string) => `${a}.name = ${b}`,
    (a: string) => `${a}.money = {}`,
    (a: string, b: string) => `${a} = ${b}.name(${a}, ${b})`,
    (a: string, b: string) => `${a} = ${a} .. ${b} .. "1"`,
    (a: string, b: string) => `if ${a} == ${b} then ${a} = {} else ${b} = ${a}[${b}] end`,
    (a: string, b: string) => `function ${a}(A0) local L0 = {} ${b}.run = A0 L0.job = A0 return L0 end`,
    (a: string) => `${a} = PerformHttpRequest`,
    (a: string) => `${a} = json`,
  ]
  return repeat(size, (index) => {
    const at = (index * 7919) % 4721
    return `${statements[at % statements.length]?.(`L${at % 6}_1`, `L${(at >> 3) % 6}_1`) ?? ''}\n`
  })
}

function repeat(size: number, make: (index: number) => string): string {
  const parts: string[] = []
  for (let index = 0, length = 0; length < size; index++) {
    const part = make(index)
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}

/** Each function calls its arguments, with the others as arguments. */
export function callsOfCalls(args: number, calls: number): string {
  const functions = ['pcall', 'CreateThread', 'xpcall', 'SetTimeout', 'load', 'assert', 'setmetatable']
  const call = `p = p(${Array.from({ length: args }, () => 'p').join(', ')})\n`
  return functions.map((name) => `p = ${name}\n`).join('') + call.repeat(calls)
}
