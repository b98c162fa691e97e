import type { Spelling } from '#server/archives/rules/hides.rule.ts'

import { isReadable } from './decode.ts'
import type { Place } from './sight.ts'

/** How the names and texts of a file look. */
export function createSpelling(text: string) {
  const hexNames = new Set<string>()
  const lookAlikes = new Set<string>()
  const result: Spelling = {
    identifiers: 0,
    longestLine: longestLine(text),
    length: text.length,
    hexNames: 0,
    lookAlikes: 0,
    escaped: 0,
    characters: 0,
    signs: 0,
  }
  let signs = 0
  return {
    result,
    observe: ({ t, v, esc }: { t: string; v: string; esc?: number }): void => {
      if (t === 'op' ? sign.test(v) : t === 'name' && /^[$_]+$/.test(v)) signs++
      else if (t === 'op' ? !between.test(v) : t !== 'str' || /[a-z]{2}/i.test(v)) signs = 0
      result.signs = Math.max(result.signs, signs)
      if (t === 'str') {
        result.characters += v.length
        // Escapes of other alphabets are data.
        if (esc !== undefined && isReadable(v)) result.escaped += esc
      }
      if (t !== 'name') return
      result.identifiers++
      if (hexNames.size < 10 && v.startsWith('_0x')) result.hexNames = hexNames.add(v).size
      if (lookAlikes.size < 5 && v.length >= 6 && v.length < 200 && /^[Il1O0_]+$/.test(v) && /[Il]/.test(v))
        result.lookAlikes = lookAlikes.add(v).size
    },
  }
}

const clocks = new Set(['clock', 'time', 'GetGameTimer'])
const endlessLoops = [
  'repeat until false',
  'while ( true ) { }',
  'while ( 1 ) { }',
  'for ( ; ; ) { }',
  'for ( ; ; ) ;',
].map((loop) => loop.split(' '))

/** Loops without a body. */
export function createLoops(found: (place: Place) => void) {
  const read = endlessLoops.map(() => 0)
  let isCondition = false
  let isTimed = false
  let isEmpty = false
  return {
    observe: ({ v, at, line }: { v: string; at: number; line: number }): void => {
      // while os.clock() < late do end
      if (v === 'end' && isEmpty) found({ at, line })
      isEmpty = v === 'do' && isTimed
      if (v === 'while') isCondition = true
      else if (v === 'do' || v === '{' || v === ';') isCondition = false
      isTimed = isCondition && (isTimed || v === 'true' || clocks.has(v))
      for (const [index, loop] of endlessLoops.entries()) {
        const count = read[index] ?? 0
        if (v !== loop[count]) read[index] = v === loop[0] ? 1 : 0
        else if (count + 1 < loop.length) read[index] = count + 1
        else {
          read[index] = 0
          found({ at, line })
        }
      }
    },
  }
}

const optionalMax = 100
const defaults = new Set(['or', '||', '??'])
const waits = new Set(['while', 'until'])

/** The resources whose state the code asks for: GetResourceState('es_extended'). One that it waits for is needed. */
export function createOptional() {
  const names = new Set<string>()
  let [last, second, third, fourth] = ['', '', '', '']
  return {
    names,
    observe: ({ t, v }: { t: string; v: string }): void => {
      if (t === 'str' && isAsked() && names.size < optionalMax) names.add(v.slice(0, 100))
      fourth = third
      third = second
      second = last
      last = v
    },
    /** The next token only mentions a resource: { ['qb-core'] = true }, or the default of another value. */
    isMention: (): boolean =>
      defaults.has(last) || (last === '[' && (second === '{' || second === ',' || second === ';')),
  }

  function isAsked(): boolean {
    // GetResourceState 'es_extended'
    if (last === 'GetResourceState') return !waits.has(second)
    return last === '(' && second === 'GetResourceState' && !waits.has(third) && !waits.has(fourth)
  }
}

/** Code can be written with these signs alone, or with names that have no letters. */
const sign = /^([[\]()!+]|\+\+)$/
/** They stand between such signs and do not end them. */
const between = /^[=,;]$/

function longestLine(text: string): number {
  let longest = 0
  for (let at = 0; at <= text.length;) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    longest = Math.max(longest, end - at)
    at = end + 1
  }
  return longest
}
