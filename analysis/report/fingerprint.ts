import { tokenizer } from 'acorn'

import { createLuaLexer } from '#analysis/syntax/lua-lexer.ts'
import { luaKeywords } from '#analysis/syntax/lua-token-reader.ts'
import type { ArchiveInput, Member } from './archive.ts'
import { isCode, kindOf, markupFile } from './code-files.ts'

interface Token {
  t: string
  v: string
}

/** The largest files of an archive are compared. */
const filesMax = 64
const sizeMin = 256
/** A file with fewer tokens looks like many others. */
const tokensMin = 24

/** The first 16 bytes of SHA-256, in hexadecimal. */
export type Hash = (text: string) => string

/** Hashes of a code file, in hexadecimal, 16 bytes each. */
export type Fingerprint = { position: number; size: number; bytes: string; tokens: string | null }

/** The fingerprints of the largest files. */
export function fingerprintsOf({
  members,
  readText,
  hash,
}: Pick<ArchiveInput, 'members' | 'readText' | 'hash'>): Fingerprint[] {
  const compared = members
    .map((member, position) => ({ member, position }))
    .filter(({ member }) => isCompared(member))
    .sort((a, b) => b.member.size - a.member.size || a.position - b.position)
  return [...compared].slice(0, filesMax).map(({ member, position }) => {
    const text = member.kind === 'text' ? readText(member) : undefined
    const tokens = text === undefined ? undefined : fingerprintOf(text, kindOf(member) === 'lua', hash)
    return { position, size: member.size, bytes: member.sha256, tokens: tokens ?? null }
  })
}

/** Copies change the manifest. Pages contain libraries. */
function isCompared(member: Member): boolean {
  return (
    (member.kind === 'text' || member.kind === 'escrowed') &&
    member.size >= sizeMin &&
    isCode(member) &&
    !markupFile.test(member.path) &&
    !/(^|\/)(fxmanifest|__resource)\.lua$/.test(member.path)
  )
}

/**
 * Hashes the tokens of a file, so that a copy with other spaces, comments, quotes and names of locals has the same
 * hash; undefined if it is short or no valid code. Formatters also add and remove round brackets, commas and
 * semicolons. Only whole files are compared, so what little structure is lost does not make different files equal.
 */
export function fingerprintOf(text: string, isLua: boolean, hash: Hash): string | undefined {
  const locals = createLuaLocals()
  /** The brackets and blocks around the token. */
  const open: string[] = []
  let buffer = ''
  let count = 0
  let before: Token | undefined
  let current: Token | undefined
  try {
    for (const token of tokensOf(text, isLua)) move(token)
  } catch {
    return undefined
  }
  move(undefined)
  return count < tokensMin ? undefined : hash(buffer)

  function move(after: Token | undefined): void {
    if (current) add(current, after)
    before = current
    current = after
  }

  function add(token: Token, after: Token | undefined): void {
    if (isLua) locals.follow(token, before)
    const isFree = token.t === 'name' && isOwn(token.v) && !isMember(after)
    follow(token)
    if (dropped.has(token.v) && token.t === 'op') return
    buffer += `${isFree ? '$' : textOf(token)}\0`
    count++
  }

  /** Functions of JavaScript may be used before they are declared, so all of its names count as locals. */
  function isOwn(name: string): boolean {
    return isLua ? locals.has(name) : !jsKeywords.has(name)
  }

  /** A name behind a point, or a key of a table. */
  function isMember(after: Token | undefined): boolean {
    if (before?.t === 'op' && (before.v === '.' || (isLua && before.v === ':'))) return true
    if (open.at(-1) !== '{' || after?.t !== 'op') return false
    return isLua ? after.v === '=' : after.v === ':' && before?.v !== '?'
  }

  function follow({ t, v }: Token): void {
    if (t === 'op' && opening.has(v)) open.push(v)
    else if (t === 'op' && closing.has(v)) open.pop()
    else if (!isLua || t !== 'name') return
    else if (luaBlocks.has(v)) open.push(v)
    else if (v === 'end' || v === 'until') open.pop()
  }
}

function textOf({ t, v }: Token): string {
  if (t === 'num') {
    const number = Number(v.replaceAll('_', ''))
    return Number.isNaN(number) ? v : `#${number}`
  }
  return t === 'op' ? `:${v}` : v.replaceAll('\r\n', '\n')
}

/** The names that were declared as locals of the file until then: a local is declared before its use. */
function createLuaLocals() {
  const locals = new Set<string>()
  /** What a name that follows is. */
  let state: 'other' | 'local' | 'function' | 'local function' | 'parameter' = 'other'

  return {
    follow({ t, v }: Token, before: Token | undefined): void {
      if (t === 'name') state = afterName(v, before?.v)
      else if (v === '(') state = state.endsWith('function') ? 'parameter' : 'other'
      else if (t !== 'op' || !listed.has(v)) state = 'other'
    },
    has: (name: string) => locals.has(name),
  }

  function afterName(name: string, before: string | undefined): typeof state {
    if (name === 'local' || name === 'for') return 'local'
    if (name === 'function') return state === 'local' ? 'local function' : 'function'
    if (luaKeywords.has(name)) return 'other'
    // Two names without a comma: the next statement.
    if (state === 'local' && !(before === 'local' || before === 'for' || before === ',' || before === '<'))
      return 'other'
    if (state === 'local' ? before !== '<' : state === 'parameter' || state === 'local function')
      locals.add(name)
    return state
  }
}

/** Between names that are declared: `local a <const>, b`, `function a.b:c(`. */
const listed = new Set(',<>.:')
const dropped = new Set('(),;')
const opening = new Set(['(', '[', '{', '${'])
const closing = new Set([')', ']', '}', '}$'])
const luaBlocks = new Set('function if do repeat'.split(' '))
const jsKeywords = new Set(
  'abstract as async await break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null of private protected public readonly return set static super switch this throw true try type typeof undefined var void while with yield'.split(
    ' ',
  ),
)

const kinds = new Map([
  ['name', 'name'],
  ['privateId', 'name'],
  ['string', 'str'],
  ['template', 'str'],
  ['num', 'num'],
  ['regexp', 're'],
])

function* tokensOf(text: string, isLua: boolean): Generator<Token> {
  if (isLua) {
    const next = createLuaLexer(text)
    for (let token = next(); token; token = next()) yield token
    return
  }
  const options = { ecmaVersion: 'latest', allowHashBang: true, sourceType: 'module' } as const
  for (const token of tokenizer(text, options)) {
    const { type, start, end } = token
    const value = 'value' in token ? token.value : ''
    const t = type.keyword === undefined ? (kinds.get(type.label) ?? 'op') : 'name'
    yield { t, v: t === 'str' ? String(value) : text.slice(start, end) }
  }
}
