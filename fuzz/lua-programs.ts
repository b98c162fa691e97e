import type { Picker } from '#test-support/seeded-random.ts'

const names = ['a', 'b', 'self', '_G', 'each', 'x1']
const texts = [`'a'`, '"b\\x41\\u{48}\\z  c"', '[[\nlong]]', '[==[ ]] ]==]', '"\\065"', "'\\\n'"]
const numbers = ['0', '1', '.5', '3.', '0x1F', '0xA.8p1', '1e-3', '0x7fffffffffffffff']
const operators = [
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '^',
  '..',
  '==',
  '~=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  '&',
  '|',
  '~',
  '<<',
  '>>',
]

const list = (random: Picker, depth: number, least = 0): string =>
  Array.from({ length: least + random.below(3) }, () => expression(random, depth)).join(', ')

function target(random: Picker, depth: number): string {
  if (depth <= 0 || random.below(2)) return random.pick(names)
  return `${target(random, depth - 1)}${random.pick(['.b', `[${expression(random, depth - 1)}]`])}`
}

function body(random: Picker, depth: number): string {
  return Array.from({ length: random.below(3) }, () => statement(random, depth - 1)).join(
    random.pick([' ', ';', '\n', '\r\n', ' -- c\n', ' --[[ c ]] ']),
  )
}

const parameters = (random: Picker): string => random.pick(['()', '(a)', '(a, b)', '(...)', '(a, ...)'])

function expression(random: Picker, depth: number): string {
  if (depth <= 0) return random.pick([...names, ...texts, ...numbers, 'nil', 'true', 'false'])
  const e = (): string => expression(random, depth - 1)
  return random.pick([
    () => random.pick(texts),
    () => `${e()} ${random.pick(operators)} ${e()}`,
    () => `${random.pick(['not ', '-', '#', '~'])}${e()}`,
    () => `(${e()})`,
    () => target(random, depth),
    () => `${target(random, depth)}(${list(random, depth - 1)})`,
    () => `${target(random, depth)}:m(${list(random, depth - 1)})`,
    () => `${target(random, depth)}${random.pick(texts)}`,
    () => `(${e()}).x`,
    () => `{ ${e()}, b = ${e()}; [${e()}] = ${e()}, ${e()} }`,
    () => `function${parameters(random)} ${body(random, depth)} end`,
    () => `a{${e()}}`,
  ])()
}

function statement(random: Picker, depth: number): string {
  const e = (): string => expression(random, depth - 1)
  if (depth <= 0) return `${target(random, 0)} = ${list(random, 0, 1)}`
  return random.pick([
    () => `local ${random.pick(['a', 'a, b', 'a <const>', 'a <close>'])} = ${list(random, depth - 1, 1)}`,
    () => 'local a, b',
    () => `${target(random, depth)}, ${target(random, depth)} = ${list(random, depth - 1, 1)}`,
    () => `${target(random, depth)}(${list(random, depth - 1)})`,
    () => `${target(random, depth)}:m${random.pick(texts)}`,
    () => `function ${random.pick(['f', 'a.b.c', 'a:m'])}${parameters(random)} ${body(random, depth)} end`,
    () => `local function f${parameters(random)} ${body(random, depth)} end`,
    () =>
      `if ${e()} then ${body(random, depth)} elseif ${e()} then ${body(random, depth)} else ${body(random, depth)} end`,
    () => `while ${e()} do ${body(random, depth)} end`,
    () => `repeat ${body(random, depth)} until ${e()}`,
    () => `for i = ${e()}, ${e()} do ${body(random, depth)} end`,
    () => `for k, v in ${list(random, depth - 1, 1)} do ${body(random, depth)} end`,
    () => `do ${body(random, depth)} return ${list(random, depth - 1)} end`,
    () => `while true do if ${e()} then break end end`,
    () => 'do goto next; ::next:: end',
    () => ';',
  ])()
}

/** A program of Lua 5.4. */
export function luaProgram(random: Picker): string {
  const start = random.pick(['', '', '#!shell\n'])
  const statements = Array.from({ length: 1 + random.below(5) }, () => statement(random, 1 + random.below(3)))
  return `${start}${statements.join(random.pick(['\n', ' ', '\r\n', ';']))}${random.pick(['', '\nreturn a, b', '\n-- c'])}`
}
