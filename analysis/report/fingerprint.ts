import { tokenizer } from 'acorn'

import { createLuaLexer } from '#analysis/syntax/lua-lexer.ts'
import type { Member } from './archive.ts'
import { isCode, markupFile } from './code-files.ts'

interface Token {
  t: string
  v: string
}

/** The largest files of an archive are compared. */
export const fingerprintLimits = { filesMax: 64, sizeMin: 256 } as const
/** A file with fewer tokens looks like many others. */
const tokensMin = 24

/** The first 16 bytes of SHA-256, in hexadecimal. */
export type Hash = (text: string) => string

/** Hashes of a code file, in hexadecimal, 16 bytes each. */
export type Fingerprint = { position: number; size: number; bytes: string; tokens: string | null }

/** Copies change the manifest. Pages contain libraries. */
export function isCompared(member: Member): boolean {
  return (
    (member.kind === 'text' || member.kind === 'escrowed') &&
    member.size >= fingerprintLimits.sizeMin &&
    isCode(member) &&
    !markupFile.test(member.path) &&
    !/(^|\/)(fxmanifest|__resource)\.lua$/.test(member.path)
  )
}

/**
 * Hashes the tokens of a file, so that a copy with other spaces, comments, quotes and names of locals has the same
 * hash. Formatters also add and remove round brackets, commas and semicolons. Only whole files are compared, so what
 * little structure is lost does not make different files equal.
 */
export function createFingerprint(isLua: boolean, hash: Hash) {
  const locals = createLuaLocals()
  /** The brackets and blocks around the token. */
  const open: string[] = []
  let buffer = ''
  let count = 0
  let before: Token | undefined
  let current: Token | undefined

  return {
    observe(token: Token): void {
      if (current) add(current, token)
      before = current
      current = token
    },
    /** Hexadecimal, 16 bytes. Undefined for a file that is too short. */
    finish(): string | undefined {
      if (current) add(current, undefined)
      return count < tokensMin ? undefined : hash(buffer)
    },
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
const luaKeywords = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
)
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

/** The hash of the tokens of a file; undefined if it is short or no valid code. */
export function fingerprintOf(text: string, isLua: boolean, hash: Hash): string | undefined {
  const fingerprint = createFingerprint(isLua, hash)
  if (isLua) {
    const next = createLuaLexer(text)
    for (let token = next(); token; token = next()) fingerprint.observe(token)
    return fingerprint.finish()
  }
  try {
    for (const token of tokenizer(text, {
      ecmaVersion: 'latest',
      allowHashBang: true,
      sourceType: 'module',
    })) {
      const { type, start, end } = token
      const value = 'value' in token ? token.value : ''
      const t = type.keyword === undefined ? (kinds.get(type.label) ?? 'op') : 'name'
      fingerprint.observe({ t, v: t === 'str' ? String(value) : text.slice(start, end) })
    }
  } catch {
    return undefined
  }
  return fingerprint.finish()
}
