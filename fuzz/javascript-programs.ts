import type { Picker } from '#test-support/seeded-random.ts'

type Write = (random: Picker, depth: number) => string

const names = ['a', 'b', 'code', '$', '_1', 'ünï', 'async', 'of', 'get', 'as']
const reserved = ['static', 'await', 'arguments', 'eval', 'interface']
const texts = [`'a'`, `"b\\x41\\u{1F600}"`, "'it\\'s \\\n on'", '"</script>"', "'\u2028'", '``', '`a\\`b`']
const numbers = ['0', '1', '.5', '0x1F', '0b11', '1_000', '1e3', '10n', '0o17']
const patterns = ['/a/', '/[/]`"\']/g', '/(?<a>b)\\k<a>/u', '/\\//', '/[\\p{L}--[a]]/v', '/(?i:a)/']

const rarely = (random: Picker): boolean => random.below(60) === 0
const name: Write = (random) => random.pick(rarely(random) ? reserved : names)
const comma = (random: Picker, depth: number, write: Write, most = 3): string =>
  Array.from({ length: random.below(most + 1) }, () => write(random, depth)).join(', ')
const body: Write = (random, depth) => `{ ${statements(random, depth - 1, random.below(3))} }`
const parameters: Write = (random, depth) => `(${comma(random, depth - 1, pattern)})`

const pattern: Write = (random, depth) => {
  if (depth <= 0) return name(random, depth)
  const inner = (): string => pattern(random, depth - 1)
  return random.pick([
    () => name(random, 0),
    () => `${inner()} = ${expression(random, depth - 1)}`,
    () => `[${inner()}, , ${inner()}]`,
    () => `[...${inner()}]`,
    () => `{ a: ${inner()}, [${expression(random, depth - 1)}]: b, ...${name(random, 0)} }`,
    () => `{ ${name(random, 0)} = 1, "c": ${inner()} }`,
  ])()
}

const member: Write = (random, depth) => {
  const key = random.pick(['a', '"b c"', '1', `[${expression(random, depth - 1)}]`, '#p', 'get'])
  const prefix = random.pick(['', '', 'static ', 'async ', '*', 'async *', 'static async '])
  const form = random.below(4)
  if (form === 0) return random.pick([`static ${body(random, depth)}`, `get ${key}() {}`, `set ${key}(x) {}`])
  if (form === 1) return `${random.pick(['', 'static '])}${key} = ${expression(random, depth - 1)};`
  return `${prefix}${key}${parameters(random, depth)} ${body(random, depth)}`
}

const property: Write = (random, depth) => {
  const value = (): string => `(${expression(random, depth - 1)})`
  return random.pick([
    () => name(random, 0),
    () => `a: ${value()}`,
    () => `"b": ${value()}`,
    () => `[${value()}]: ${value()}`,
    () => `...${value()}`,
    () => `get a() ${body(random, depth)}`,
    () => `set b(x) ${body(random, depth)}`,
    () => `async *m${parameters(random, depth)} ${body(random, depth)}`,
    () => `__proto__: ${value()}`,
  ])()
}

const className: Write = (random, depth) =>
  `class ${random.pick(['A', ''])}${random.below(2) ? ` extends ${expression(random, 0)}` : ''} { ${Array.from({ length: random.below(4) }, () => member(random, depth)).join(' ')} }`

/** Valid only in some places, or in code that is not strict. */
const contextual = [
  'super.a(1)',
  'super(1)',
  'new.target',
  'import.meta',
  'this.#p',
  '#p in this',
  '(yield 1)',
  'await 1',
  '017',
  '08',
  "'\\101'",
]

const expression: Write = (random, depth) => {
  if (depth <= 0)
    return random.pick([name(random, 0), random.pick(texts), random.pick(numbers), 'this', 'null'])
  const e = (): string => expression(random, depth - 1)
  return random.pick([
    () => name(random, 0),
    () => random.pick(texts),
    () => random.pick(patterns),
    () =>
      `(${e()}) ${random.pick(['+', '-', '*', '/', '%', '**', '==', '===', '<', '>>>', '&', '|', '^', 'in', 'instanceof'])} (${e()})`,
    () => `(${e()}) ${random.pick(['&&', '||', '??'])} (${e()})`,
    () => `${random.pick(['!', '-', '+', '~', 'typeof ', 'void '])}(${e()})`,
    () => `delete a[${e()}]`,
    () => `(${e()})`,
    () => `(${e()}, ${e()})`,
    () => `(${e()}) ? ${e()} : ${e()}`,
    () => `(${name(random, 0)} ${random.pick(['=', '+=', '??=', '||=', '>>>=', '**='])} ${e()})`,
    () => `(${pattern(random, depth - 1)} = ${e()})`,
    () => `a.b${random.pick(['++', '--'])}`,
    () => `${random.pick(['++', '--'])}a[${e()}]`,
    () => `${name(random, 0)}(${comma(random, depth - 1, expression)})`,
    () => `(${e()}).b(...${e()})`,
    () => `a?.b?.[${e()}]?.(${e()})`,
    () => `new ${name(random, 0)}(${e()})`,
    () => 'new a.b',
    () => `import(${e()})`,
    () => `\`x\${${e()}}y\``,
    () => `a.b\`x\${${e()}}\\u{41}\``,
    () => `[${comma(random, depth - 1, expression)}, , ...${e()}]`,
    () => `({ ${comma(random, depth, property)} })`,
    () =>
      `(${random.pick(['', 'async '])}${parameters(random, depth)} => ${random.below(2) ? body(random, depth) : `(${e()})`})`,
    () => `(${name(random, 0)} => ${e()})`,
    () =>
      `(function${random.pick(['', '*', ' f', ' arguments'])}${parameters(random, depth)} ${body(random, depth)})`,
    () => `(async function${parameters(random, depth)} ${body(random, depth)})`,
    () => `(${className(random, depth - 1)})`,
    () => (rarely(random) ? random.pick(contextual) : name(random, 0)),
  ])()
}

const statement: Write = (random, depth) => {
  const e = (): string => expression(random, depth)
  if (depth <= 0)
    return `${e()}${random.pick([';', '\n', ';\r\n', '\u2028', ' // c\n', ' /* c\n */ ', '\n<!-- c\n', '\n--> c\n'])}`
  const s = (): string => statement(random, depth - 1)
  return random.pick([
    () => `${e()};`,
    () => `${random.pick(['var', 'let', 'const'])} ${pattern(random, depth - 1)} = ${e()};`,
    () =>
      `${random.pick(['', 'async '])}function${random.pick(['', '*'])} ${name(random, 0)}${parameters(random, depth)} ${body(random, depth)}`,
    () => `${className(random, depth)}\n`,
    () => `if (${e()}) ${s()} else ${s()}`,
    () => `for (${random.pick(['let i = 0', 'var j', `a = ${e()}`, ''])}; ${e()}; ${e()}) ${s()}`,
    () =>
      `for (${random.pick(['let', 'const', 'var', ''])} ${pattern(random, depth - 1)} ${random.pick(['of', 'in'])} ${e()}) ${s()}`,
    () => `async () => { for await (const x of ${e()}) ${s()} }\n`,
    () => `while (${e()}) ${s()}`,
    () => `do ${s()} while (${e()})\n`,
    () => `l: ${s()}`,
    () =>
      rarely(random) ? random.pick(['break;', 'continue;', 'break l;']) : random.pick(['debugger;', ';']),
    () => (random.below(4) ? `${e()};` : `return ${e()};`),
    () => `throw ${e()};`,
    () =>
      `try ${body(random, depth)} catch${random.pick(['', ' (x)', ' ({ y })'])} ${body(random, depth)} finally ${body(random, depth)}`,
    () => `switch (${e()}) { case ${e()}: ${s()} default: ${s()} }`,
    () => (random.below(3) ? s() : `with (${e()}) ${s()}`),
    () => body(random, depth),
    () => random.pick(["import a, { b as c } from 'x';", "import * as n from 'y';", "import 'z';"]),
    () => `export ${random.pick(['const z = ', 'default ', 'let q = '])}${e()};`,
    () => random.pick(["export * from 'x';", "export { a as 'b c' } from 'y';", 'export { code };']),
    () => '"use strict";',
  ])()
}

const statements = (random: Picker, depth: number, count: number): string =>
  Array.from({ length: count }, () => statement(random, depth)).join(' ')

/** A program that is usually valid: as a script, a CommonJS module or an ECMAScript module. */
export function javascriptProgram(random: Picker): string {
  const start = random.pick(['', '', '', '#!shell\n', '\uFEFF', '"use strict";\n'])
  return start + statements(random, 1 + random.below(3), 1 + random.below(4))
}

const pieces = [
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  ';',
  ',',
  '"',
  "'",
  '`',
  '/',
  '=>',
  '...',
  '?.',
  '\n',
  ' in ',
  ' = ',
  '${',
]

/** The text with a few characters taken out, doubled, exchanged or added: most results are no programs. */
export function mutateText(source: string, random: Picker): string {
  let text = source
  for (let count = 1 + random.below(3); count > 0; count--) {
    const at = random.below(text.length + 1)
    const end = at + random.below(4)
    const added = random.pick(['', '', text.slice(at, end).repeat(2), random.pick(pieces)])
    text = text.slice(0, at) + added + text.slice(random.below(2) ? end : at)
  }
  return text
}
