import { createLuaLexer, type LuaToken } from '#analysis/syntax/lua-lexer.ts'

import { depthChange, isCallStart, isExpressionEnd, isStatementStart } from './manifest-tokens.ts'
import { isNumber, isTable, printNumber, textOf, toJson, type Table, type Value } from './manifest-values.ts'

/**
 * Reads a manifest (`fxmanifest.lua`, `__resource.lua`) without running it. In the game every unknown global is a
 * function that adds entries, so a manifest is a list of calls. Calls with constants become entries; everything else
 * is recorded as unread and never guessed.
 */
export interface Manifest {
  entries: ManifestEntry[]
  /** Lines of code that was not read. Where there are any, entries can be missing, and others can be conditional. */
  unread: number[]
  /** Lines of values that are neither text nor numbers. The game rejects the manifest at the first. */
  notText: number[]
  /** There are more values than were read. */
  isCut: boolean
}

export interface ManifestEntry {
  /** As the game stores it: `server_scripts { 'a' }` is `server_script`, `server_scripts 'a'` is `server_scripts`. */
  key: string
  /** The second value of `data_file 'TYPE' 'path'` is an entry of its own: `data_file_extra`, as JSON. */
  value: string
  line: number
}

export const manifestLimits = {
  /** Constants that are read, which bounds the entries too. */
  valuesMax: 20_000,
  /** Length of a text that is built from others. */
  builtTextMax: 1_000,
  depthMax: 32,
  linesMax: 50,
} as const

export function readManifest(text: string, valuesMax: number = manifestLimits.valuesMax): Manifest {
  let next = createLuaLexer(text)
  const manifest: Manifest = { entries: [], unread: [], notText: [], isCut: false }
  const constants = new Map<string, Value>()
  /** Names that do not add entries any more. */
  const assigned = new Set<string>()
  let valuesLeft = valuesMax
  let unreadCount = 0
  let line = 1
  let token = next()
  let following = next()

  for (let hasMore = true; hasMore;) hasMore = readStatement()
  return manifest

  function readStatement(): boolean {
    if (!token) return false
    const { t, v } = token
    if (t === 'op' && v === ';') advance()
    else if (t !== 'name' || (keywords.has(v) && v !== 'local')) skipStatement()
    else if (v === 'local') readLocal()
    else readCall(v)
    return true
  }

  function readLocal(): void {
    const names: string[] = []
    do {
      advance()
      if (token?.t !== 'name' || keywords.has(token.v)) return skipStatement()
      names.push(token.v)
      advance()
      // The attribute of `local a <const>`.
      if (take('<')) {
        advance()
        take('>')
      }
    } while (is(','))
    assign(names)
  }

  function assign(names: readonly string[]): void {
    const values: (Value | undefined)[] = []
    if (take('=')) {
      do values.push(readExpression(0))
      while (take(','))
    }
    if (values.includes(undefined) || !isStatementStart(token)) skipStatement()
    for (const [index, name] of names.entries()) {
      const value = values[index]
      assigned.add(name)
      constants.delete(name)
      if (value !== undefined && (textOf(value) ?? '').length <= manifestLimits.builtTextMax)
        constants.set(name, value)
    }
  }

  function readCall(name: string): void {
    const start = advance()
    if (is('=')) return assign([name])
    if (assigned.has(name) || builtIns.has(name) || !isCallStart(token)) return skipStatement()
    const value = readArgument()
    const countBefore = unreadCount
    const second = isCallStart(token) ? readArgument() : undefined
    const extra = unreadCount === countBefore ? second : undefined
    if (!isStatementStart(token)) skipStatement()
    if (!withoutEffect.has(name)) addEntries(name, value, extra, start)
  }

  /** As resource_init.lua of the game: a table gives an entry for each item, and its key loses one trailing s. */
  function addEntries(
    name: string,
    value: Value | undefined,
    extra: Value | undefined,
    nameLine: number,
  ): void {
    const key = isTable(value) && name.endsWith('s') ? name.slice(0, -1) : name
    for (const item of isTable(value) ? value.items : [{ value, line: nameLine }]) {
      const content = textOf(item.value)
      // The game passes values on as C strings, which end at the first NUL.
      if (content !== undefined)
        manifest.entries.push({ key, value: content.replace(/\0.*/s, ''), line: item.line })
      else if (item.value !== undefined) addLine(manifest.notText, item.line)
    }
    if (extra !== undefined)
      manifest.entries.push({ key: `${key}_extra`, value: JSON.stringify(toJson(extra)), line: nameLine })
  }

  function readArgument(): Value | undefined {
    if (!take('(')) return readPrimary(0)
    const value = readExpression(0)
    // The game takes the first value only.
    while (take(',')) readExpression(0)
    close(')')
    return value
  }

  function readExpression(depth: number): Value | undefined {
    const start = token?.line
    let value = readPrimary(depth)
    while (take('..')) {
      const built = (textOf(value) ?? tooLong) + (textOf(readPrimary(depth)) ?? tooLong)
      value = built.length <= manifestLimits.builtTextMax ? built : undefined
    }
    if (value !== undefined && isExpressionEnd(token)) return value
    markUnread(start)
    return undefined
  }

  /** Reads nothing where no constant starts. The caller then meets a token that it does not expect. */
  function readPrimary(depth: number): Value | undefined {
    if (valuesLeft-- <= 0) stop()
    if (depth > manifestLimits.depthMax) return undefined
    if (take('{')) return readTable(depth + 1)
    if (take('(')) {
      const inner = readExpression(depth + 1)
      close(')')
      return inner
    }
    const sign = take('-') ? '-' : ''
    const value = token && constantOf(token, depth)
    if (value === undefined || (sign && !isNumber(value))) return undefined
    advance()
    return isNumber(value) ? { number: sign + value.number } : value
  }

  function constantOf({ t, v, at, esc }: LuaToken, depth: number): Value | undefined {
    if (t === 'num') return printNumber(v)
    // A hash in backticks is a number. A numeric escape above 127 is a byte of a character.
    if (t === 'str') return text[at] === '`' || (esc && /[^\0-\u007F]/.test(v)) ? undefined : v
    if (v === 'true' || v === 'false') return v === 'true'
    const value = t === 'name' ? constants.get(v) : undefined
    // Tables of tables by name would grow exponentially.
    return isTable(value) && depth > 0 ? undefined : value
  }

  function readTable(depth: number): Table {
    const table: Table = { items: [], fields: new Map() }
    do {
      if (is('}')) break
      readField(table, depth)
      if (!is('}') && !is(',') && !is(';')) skipExpression()
    } while (take(',') || take(';'))
    close('}')
    return table
  }

  function readField({ items, fields }: Table, depth: number): void {
    const name = token?.t === 'name' && following?.v === '=' ? token.v : undefined
    if (name !== undefined) {
      advance()
      advance()
      fields.set(name, readExpression(depth))
    } else if (take('.')) {
      // { .a } of CfxLua is { a = true }.
      if (token) fields.set(token.v, true)
      advance()
    } else if (take('[')) {
      const key = readExpression(depth)
      close(']')
      const value = take('=') ? readExpression(depth) : undefined
      // Numbers would be items.
      if (typeof key === 'string') fields.set(key, value)
      else markUnread()
    } else items.push({ line: token?.line ?? line, value: readExpression(depth) })
  }

  function close(bracket: string): void {
    if (!is(bracket)) skipExpression()
    take(bracket)
  }

  /** Up to the comma or bracket that ends it. */
  function skipExpression(): void {
    markUnread()
    for (let depth = 0; token; advance()) {
      if (depth === 0 && token.t === 'op' && ',;)}]'.includes(token.v)) return
      depth = Math.max(0, depth + depthChange(token))
    }
  }

  /** Reads one token at least. A name behind a finished value starts the next statement. */
  function skipStatement(): void {
    markUnread()
    let depth = 0
    let isFinished = false
    for (; token && !(isFinished && depth === 0 && isStatementStart(token)); advance()) {
      depth = Math.max(0, depth + depthChange(token))
      if (token.v === 'function' && following) assigned.add(following.v)
      isFinished =
        token.t === 'op' ? finishing.has(token.v) : !keywords.has(token.v) || finishing.has(token.v)
    }
  }

  function markUnread(lineNumber = token?.line ?? line): void {
    unreadCount++
    addLine(manifest.unread, lineNumber)
    // Unread code can assign them.
    constants.clear()
  }

  function stop(): void {
    markUnread()
    manifest.isCut = true
    next = () => undefined
    token = following = undefined
  }

  function is(operator: string): boolean {
    return token?.t === 'op' && token.v === operator
  }

  function take(operator: string): boolean {
    const isNext = is(operator)
    if (isNext) advance()
    return isNext
  }

  function advance(): number {
    line = token?.line ?? line
    token = following
    following = next()
    return line
  }
}

const keywords = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
)

const finishing = new Set([')', '}', ']', ';', '::', '...', 'end', 'true', 'false', 'nil'])

/** Globals of the game's manifest runtime: calls of them are code, not entries. */
const builtIns = new Set(
  '_G AddMetaData assert collectgarbage coroutine debug defer each error getmetatable ipairs joaat json math next pairs pcall rawequal rawget rawlen rawset select setmetatable string table utf8 warn xpcall'.split(
    ' ',
  ),
)
const withoutEffect = new Set(['print', 'tonumber', 'tostring', 'type'])

const tooLong = ' '.repeat(manifestLimits.builtTextMax + 1)

function addLine(lines: number[], line: number): void {
  if (lines.at(-1) !== line && lines.length < manifestLimits.linesMax) lines.push(line)
}
