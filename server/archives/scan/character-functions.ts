import { checkCharacter } from '#server/archives/rules/hides.rule.ts'
import { checkComparison } from '#server/archives/rules/trusts-others.rule.ts'

import { passOn } from './fold.ts'
import type { Action } from './known-functions.ts'
import { combine, from, lasting, nothing, unknown } from './values.ts'

/** Turns numbers into text. */
export const character: Action = (context) => {
  const bits = checkCharacter(context.args, context.call, context.sight)
  return { bits: bits | from.unknown | (passOn(context.args).bits & lasting) }
}

/** Functions between text, characters and numbers, whose arguments are not constant. */
export const characterFunctions: [action: Action, names: string][] = [
  [character, 'string.char utf8.char String.fromCharCode String.fromCodePoint'],
  [
    ({ args }) => ({ bits: from.charCode | from.unknown | (passOn(args).bits & lasting) }),
    'string.byte utf8.codepoint charCodeAt codePointAt',
  ],
  [
    ({ args }) => args.slice(1).reduce((all, value) => combine(all, '~', value), args[0] ?? nothing),
    'bit.bxor bit32.bxor #xor',
  ],
  [
    ({ args }) => args.slice(1).reduce((all, value) => combine(all, '&', value), args[0] ?? nothing),
    'bit.band bit32.band bit.bor bit32.bor math.floor',
  ],
  [() => unknown, 'bit.rshift bit32.rshift bit.lshift bit32.lshift math.random math.abs GetGameTimer'],
  [
    ({ args: [later = nothing, earlier = nothing], call, sight }) => {
      checkComparison(later, earlier, call, sight)
      return { bits: from.unknown }
    },
    'os.difftime',
  ],
  [
    ({ args: [text = nothing] }) => {
      const isOfPlayer = (text.bits & from.identity) !== 0
      return { bits: (text.bits & lasting) | from.unknown | (isOfPlayer ? from.playerHash : 0) }
    },
    'GetHashKey joaat',
  ],
  [() => ({ bits: from.time | from.unknown }), 'os.time os.date Date Date.now GetCloudTimeAsInt'],
  [
    // A number from a player is no code, those of a file may be characters.
    ({ args }) => ({
      bits:
        from.unknown |
        (args.length > 1 ? from.charCode : 0) |
        (passOn(args).bits &
          (from.file | from.otherFile | from.time | from.event | from.command | from.identity)),
    }),
    'tonumber parseInt',
  ],
]
