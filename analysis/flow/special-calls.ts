import { cutText } from '#analysis/cut-text.ts'
import { nativeHash, nativeNames } from '#analysis/knowledge/dangerous.ts'
import { typedField } from '#analysis/knowledge/names.ts'
import { emitAt } from './frame.ts'
import { originsOf } from './heap.ts'
import { importFile } from './imports.ts'
import { combine } from './operators.ts'
import { passOn } from './pass-on.ts'
import { limit } from './payments.ts'
import { giveEarly } from './races.ts'
import { isNamedBySender } from './sender.ts'
import { specialFunctions, type Special } from './special-functions.ts'
import { specialObjects } from './special-objects.ts'
import {
  concatenate,
  constant,
  has,
  isAnyPlayer,
  isConstant,
  join,
  lasting,
  nothing,
  numberOf,
  objectOf,
  origin,
  refTo,
  startOf,
  textOf,
  unknown,
  unknownFrom,
  withOrigins,
  type Value,
} from './value.ts'

/** Functions whose result follows from their arguments in a way of its own. */
export const specials = {
  ...specialFunctions,
  ...specialObjects,
  character: (frame, ref, args, _object, site) => {
    const origins = args.reduce((all, value) => all | originsOf(value), 0)
    emitAt(frame, 'character', site, ref, args)
    const isDecoded = (origins & (origin.xor | origin.arithmetic | origin.charCode | origin.file)) !== 0
    return { origins: (isDecoded ? origin.decoded : 0) | (origins & lasting) | origin.unknown }
  },
  code: (_frame, _ref, args, object) => ({
    origins: origin.charCode | passOn(object ? [object, ...args] : args).origins,
  }),
  xor: (_frame, _ref, [first = nothing, ...others]) =>
    others.reduce((all, value) => combine(all, '^', value), first),
  and: (_frame, _ref, [first = nothing, ...others]) =>
    others.reduce((all, value) => combine(all, '&', value), first),
  number: (_frame, _ref, args) => {
    const kept =
      origin.file |
      origin.otherFile |
      origin.time |
      origin.event |
      origin.command |
      origin.identity |
      origin.stored
    const [first = nothing] = args
    if (has(first, origin.sent) && args.length === 1) return first
    return {
      origins: origin.unknown | (args.length > 1 ? origin.charCode : 0) | (passOn(args).origins & kept),
    }
  },
  rounded: (_frame, ref, [number = nothing]) => {
    if (!has(number, origin.event | origin.command)) return { origins: passOn([number]).origins }
    return ref.endsWith('.abs') ? limit(number) : number
  },
  global: (frame, ref, args, object, site) => {
    const [list = nothing, key = nothing] = ref === 'get' && object ? [object, args[0]] : args
    return frame.readMember(frame, list, key, site, false)
  },
  module: (frame, ref, args, _object, site) => {
    const [named = nothing] = args
    const name = textOf(named)
    const found = importFile(frame.engine, frame.fn.file, name ?? '')
    if (found) return found
    if (frame.fn.file.language === 'lua') return refTo(name ?? '#module')
    emitAt(frame, 'requires', site, ref, args, { named: { name: named } })
    return name === undefined ? refTo('#module', origin.unknown) : refTo(moduleName(name))
  },
  path: (_frame, _ref, args) => {
    const [first = nothing, ...others] = args
    if (first.prefix?.startsWith('/resources/') || textOf(first)?.startsWith('/resources/'))
      return others.reduce((path, part) => concatenate(concatenate(path, constant('/')), part), first)
    const last = others.at(-1)
    const suffix = last && (textOf(last) ?? last.suffix)
    return { origins: passOn(args).origins, ...(suffix ? { suffix } : {}) }
  },
  url: (_frame, _ref, args) => {
    const [first = nothing, base = nothing] = args
    const start = startOf(first)
    const prefix = /^\w+:/.test(start) ? start : startOf(base)
    return { origins: passOn(args).origins, refs: ['#url'], ...(prefix && { prefix }) }
  },
  resourcePath: (_frame, _ref, [resource = nothing]) => {
    const name = resource.refs?.includes('#resource') ? '#resource' : textOf(resource)
    if (name === undefined) return unknown
    return { origins: origin.unknown, prefix: `/resources/${name}`, suffix: `/resources/${name}` }
  },
  players: (frame, _ref, _args, _object, site) => {
    const { engine, fn } = frame
    const list = engine.objectAt(site, fn)
    engine.write(list.rest, refTo('#player', origin.unknown))
    return objectOf(list)
  },
  compare: (frame, _ref, args, _object, site) => {
    emitAt(frame, 'compares', site, '-', args)
    return unknown
  },
  query: (frame, ref, args) => {
    const text = startOf(args.find((value) => value.constants ?? value.prefix) ?? nothing)
    // vRP names its queries.
    const isRead = /^(\s*select\b.*|[\w/.:-]*)$/is.test(text)
    const rows: Value = isRead
      ? refTo('#rows', unknownFrom(origin.stored).origins)
      : unknownFrom(origin.stored)
    if (playerTable.test(text)) rows.refs = ['#rows', '#player-rows']
    if (asksOnlyNamed(args)) rows.origins |= origin.chosen
    if (isRead) frame.race ??= 'read'
    else giveEarly(frame)
    for (const value of args) frame.callValue(frame, value, [rows, unknownFrom(origin.stored)])
    return ref.endsWith('repare') ? unknown : rows
  },
  typedField: (_frame, _ref, args) =>
    typedField.test(startOf(args[0] ?? nothing)) ? unknownFrom(origin.private) : undefined,
  element: (_frame, _ref, args) => {
    const name = textOf(args.at(-1) ?? nothing)?.toLowerCase()
    return name === 'script' ? refTo('#script') : name === 'iframe' ? refTo('#frame') : unknown
  },
  /** The number of a native that is known by its name. */
  hash: (_frame, _ref, [text = nothing]) => ({
    ...nativeNumber(textOf(text) ?? ''),
    origins: (text.origins & lasting) | origin.unknown | (has(text, origin.identity) ? origin.playerHash : 0),
  }),
  interface: (_frame, _ref, args) => {
    const name = /\/(Tunnel|Proxy)$/.exec(textOf(args[1] ?? nothing) ?? '')?.[1]
    return name === undefined ? undefined : refTo(name)
  },
  named: (_frame, _ref, args) => refTo(textOf(args[0] ?? nothing) ?? '#interface'),
  tunnel: (frame, ref, args, _object, site) => {
    for (const object of args[1]?.objects ?? []) {
      frame.engine.read(object.shape)
      for (const [key, cell] of object.fields) {
        const value = frame.engine.read(cell)
        emitAt(frame, 'handler', site, `${textOf(args[0] ?? nothing) ?? ''}:${key}`, args, {
          trigger: 'event',
          isNet: true,
          object: value,
          detail: ref,
        })
        frame.callValue(
          frame,
          value,
          Array.from({ length: 8 }, () => unknownFrom(origin.event | origin.sent)),
        )
      }
    }
    return nothing
  },
  /** A request of a page, whose URL is the second argument. */
  opens: (frame, _ref, [, url = nothing], object, site) => {
    if (object?.refs?.includes('#response'))
      emitAt(frame, 'http', site, 'XMLHttpRequest', [url], { named: { url } })
    return object && passOn([object])
  },
  readInput: ({ engine }) => engine.read(engine.channel('io.input')),
  native: (frame, _ref, args, _object, site) => {
    const name = nativeNames.get((numberOf(args[0] ?? nothing) ?? 0) >>> 0)
    return name === undefined ? unknown : frame.callValue(frame, refTo(name), args.slice(1), undefined, site)
  },
  exported: (frame, ref, args, _object, site) => {
    const { engine, fn } = frame
    if (fn.file.side === 'page') return passOn(args)
    const [, resource = '', name = ''] = ref.split('.')
    emitAt(frame, 'uses', site, resource, args)
    let result = nothing
    if (resource === fn.file.resource)
      result = frame.callValue(frame, engine.read(engine.channel(`export ${name}`)), args, undefined, site)
    for (const value of args)
      frame.callValue(
        frame,
        value,
        [unknownFrom(origin.otherResource), unknownFrom(origin.otherResource)],
        undefined,
        site,
      )
    return join(result, sharedBy(name))
  },
  /** Functions among what an event sends get the answer of who listens. */
  asksEvent: (frame, _ref, args, _object, site) => {
    const name = /(?:^|:)(getSharedObject|GetObject|getCore)$/.exec(textOf(args[0] ?? nothing) ?? '')?.[1]
    for (const value of args.slice(1))
      if (value.functions)
        frame.callValue(
          frame,
          { origins: 0, functions: value.functions },
          [withOrigins(sharedBy(name), args.some(isNamedBySender) ? origin.chosen : 0)],
          undefined,
          site,
        )
    return undefined
  },
  ped: (_frame, _ref, args) => ({
    ...passOn(args),
    refs: ['#ped', ...(args.some(({ refs }) => refs?.some(isAnyPlayer)) ? ['#player'] : [])],
  }),
  /** What is read goes to the other stream. */
  pipe: (frame, ref, [target = nothing], object, site) => {
    if (object) emitAt(frame, 'sends-more', site, ref, [object], { object: target })
    return undefined
  },
  /** The server gives any resource to what the function returns. */
  buildTask: (frame, _ref, [, factory = nothing], _object, site) => {
    const task = frame.callValue(frame, factory, [], undefined, site)
    for (const name of ['shouldBuild', 'build'])
      frame.callValue(
        frame,
        frame.readMember(frame, task, constant(name), site, true),
        [refTo('#resource', origin.unknown), unknown],
        task,
        site,
      )
    return unknown
  },
  exports: ({ engine }, _ref, [name = nothing, value = nothing]) => {
    const text = textOf(name)
    if (text !== undefined) engine.write(engine.channel(`export ${text}`), value)
    return undefined
  },
} satisfies Record<string, Special>
export type SpecialName = keyof typeof specials

/** All that a query asks for was sent. */
function asksOnlyNamed(args: readonly Value[]): boolean {
  const values = args.flatMap(({ objects = [] }) =>
    objects.flatMap((object) => [...object.cells()].map(({ value }) => value)),
  )
  const asked = values.filter((value) => value !== nothing && !isConstant(value))
  return asked.length > 0 && asked.every(isNamedBySender)
}

const playerTable =
  /^\s*select\s+\*\s+from\s+[`"]?(users|players|characters|bans|whitelist)[`"]?\s*(;|$|order\b|limit\b)/i

function nativeNumber(text: string): Partial<Value> {
  const number = text.includes('_') ? nativeHash(text) : 0
  return nativeNames.has(number) ? { constants: [number] } : {}
}

const sharedObjects: Record<string, string> = {
  getSharedObject: 'ESX',
  GetCoreObject: 'QBCore',
  GetObject: 'QBCore',
  GetCore: 'VORPcore',
  getCore: 'VORPcore',
}
/** The objects that frameworks export to other resources. */
function sharedBy(name: string | undefined): Value {
  const shared = name === undefined ? undefined : sharedObjects[name]
  const { origins } = unknownFrom(origin.otherResource)
  return shared === undefined ? { origins } : refTo(shared, origins)
}

function moduleName(name: string): string {
  return cutText(`module:${name.replace(/^node:/, '').replace(/\/promises$/, '')}`, 60)
}
