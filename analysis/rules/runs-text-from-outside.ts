import { originsOf } from '#analysis/flow/heap.ts'
import {
  has,
  hasFreeStart,
  nothing,
  origin,
  outside,
  startOf,
  textOf,
  type Value,
} from '#analysis/flow/value.ts'
import { functionLists } from '#analysis/knowledge/dangerous.ts'
import { codeKinds, codeOf, sourceOf } from './code.ts'
import { isPageCode } from './hosts.ts'
import { defineRule, high, medium } from './rule.ts'
import { runsTextFromOutsideExamples } from './runs-text-from-outside.examples.ts'

const byOthers = origin.event | origin.http | origin.web
const named = (origins: number): string => sourceOf(origins) || 'a download'
/** The player who sent the event and no one else. */
const isSender = ({ refs, constants, functions, objects, origins }: Value): boolean =>
  refs?.join() === 'source' && !constants && !functions && !objects && origins === 0

export const runsTextFromOutside = defineRule({
  id: 'runs-text-from-outside',
  isLowerOnClient: true,
  on: [
    ...codeKinds,
    'runs-program',
    'runs-command',
    'reads-key',
    'database',
    'sends-event',
    'sends-to-server',
    'calls-native',
    'exports',
    'answers-web',
  ],
  test: (event, program) => {
    const { kind, values, object, file, name } = event
    const [first = nothing] = values
    const isOfServer = file.side !== 'client' && !isPageCode(event)
    /** No event of a player leads to it. */
    const isLocal = (origins: number): boolean =>
      file.language === 'lua' &&
      (origins & (outside | origin.http)) === origin.event &&
      program.isLocal(event)
    switch (kind) {
      case 'runs-program': {
        const origins = originsOf(event.named.program ?? nothing)
        return (origins & (outside | origin.http)) === 0
          ? undefined
          : high(`${named(origins)}, run by ${name}`)
      }
      case 'runs-command': {
        const command = event.named.command ?? nothing
        const origins = originsOf(command)
        if ((origins & (outside | origin.http)) === 0) return undefined
        // Only the arguments come from outside.
        const isFixed = /^\s*\S+\s/.test(startOf(command)) && (origins & (origin.http | origin.web)) === 0
        const isDecoded = (origins & origin.decoded) !== 0
        return {
          severity: isDecoded ? 'high' : isFixed || isLocal(origins) ? 'low' : 'medium',
          detail: `${named(origins)}, as a command`,
        }
      }
      case 'reads-key': {
        const list = object?.refs?.find((ref) => functionLists.has(ref))
        const origins = originsOf(first)
        if (object?.refs?.includes('exports') && isOfServer && textOf(first) === undefined)
          return (origins & byOthers) === 0
            ? undefined
            : medium('the name of a resource whose function is called')
        const isPart = (first.prefix ?? '') !== ''
        // On a client, another resource has the rights of this one: a menu hands back what it was given.
        const others = isOfServer ? outside : outside & ~origin.otherResource
        // Helpers of libraries get all objects of a page, and the global one among them.
        const isOneOfMany = !isOfServer && object?.objects !== undefined
        if (list === undefined || isPart || isOneOfMany || (origins & (others | origin.http)) === 0)
          return undefined
        const detail = `${named(origins)} chooses a function of ${list}`
        // The server and the resource itself send messages to clients and pages.
        return isOfServer || (origins & origin.http) !== 0 ? high(detail) : medium(detail)
      }
      case 'database': {
        const query = values.find((value) => value.constants ?? value.prefix) ?? first
        const all = [first, ...(/^vRP\b.*repare$/.test(name) ? values.slice(1, 2) : [])]
        const origins = all.reduce((bits, value) => bits | originsOf(value), 0)
        if (
          all.some((value) => textOf(value) !== undefined && !has(value, origin.unknown)) &&
          all.length === 1
        )
          return undefined
        // The identifier of a player comes from the framework, and says nothing about the other parts.
        const isOfResource = (origins & origin.otherResource) !== 0 && !has(query, origin.inText)
        if ((origins & byOthers) === 0 || isOfResource) return undefined
        // Constants that it may be instead do not make the text from outside a part of a query.
        const isPart = (query.prefix ?? '') !== '' && !has(query, origin.many)
        return {
          severity: isLocal(origins & ~origin.otherResource) ? 'low' : isPart ? 'medium' : 'high',
          detail: `${named(origins)}, as a query or a part of it`,
        }
      }
      case 'sends-event': {
        const to = event.named.name ?? nothing
        const origins = originsOf(to)
        // It may be exactly what was sent, whatever else it may be.
        const isNamed = has(to, origin.sent) && has(to, origin.event) && !event.isChecked
        const isFree = isNamed || (hasFreeStart(to) && !to.suffix)
        // What the sender gets on the own machine, the sender could run there anyway.
        const isBack = event.detail === 'clients' && isSender(values[1] ?? nothing)
        const isOfPlayer =
          !isBack && (isNamed || ((origins & byOthers) !== 0 && (origins & origin.otherResource) === 0))
        return isOfPlayer && isFree && isOfServer
          ? medium(`${named(origins)}, as the name of an event`)
          : undefined
      }
      case 'sends-to-server': {
        const value = event.named.name ?? nothing
        return has(value, origin.command) && hasFreeStart(value)
          ? medium('what is typed, as the name of an event')
          : undefined
      }
      case 'calls-native': {
        const origins = originsOf(event.named.hash ?? nothing)
        return (origins & byOthers) === 0
          ? undefined
          : high(`${named(origins)} chooses a function of the game`)
      }
      case 'answers-web':
        return /^module:(inspector|repl)\./.test(name) ? high(`a web request, run by ${name}`) : undefined
      case 'exports':
        return event.named.value?.refs?.some((ref) =>
          /^(load|loadstring|eval|Function|ExecuteCommand|os\.execute|io\.popen)$/.test(ref),
        )
          ? high(`another resource, run by ${event.named.value.refs[0]}`)
          : undefined
      default: {
        const code = codeOf(event)
        if (!code || (code.origins & outside) === 0) return undefined
        const detail = `${sourceOf(code.origins)}, run by ${code.runner}`
        // Libraries of pages make functions of templates: whether a template has parts of a message is not known.
        const isOneOfMany =
          file.side === 'page' && has(code.value, origin.many) && !has(code.value, origin.http)
        // Other resources of the server have the rights of this one.
        const isOfResource = isOfServer && (code.origins & outside) === origin.otherResource
        const isDecoded = (code.origins & origin.decoded) !== 0
        return (isOneOfMany || isOfResource) && !isDecoded ? medium(detail) : high(detail)
      }
    }
  },
  examples: runsTextFromOutsideExamples,
})
