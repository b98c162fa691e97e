import type { Knowledge } from '#analysis/knowledge/knowledge.ts'
import { scriptEndings } from './imports.ts'
import { partOf, passOn } from './pass-on.ts'
import { isBounded, isPaid } from './bounds.ts'
import { giftsOf, isPaidByOther, isTraded, mayBeNegative, notePaid, priceIn } from './payments.ts'
import { giveEarly } from './races.ts'
import type { CallKind, Event } from './events.ts'
import { ownSecret, secretFile, secretName } from '#analysis/knowledge/names.ts'
import { elementOf, originsOf, resultOf, valuesWithin } from './heap.ts'
import { specials } from './special-calls.ts'
import { emitAt, type Frame, type Site } from './frame.ts'
import {
  endOf,
  has,
  hasFreeStart,
  isAnyPlayer,
  isConstant,
  join,
  lasting,
  nothing,
  origin,
  outside,
  refTo,
  startOf,
  textOf,
  textsOf,
  unknown,
  unknownFrom,
  withOrigins,
  type Value,
} from './value.ts'

/** What a call of a known function does and returns. */
export function applyKnowledge(
  frame: Frame,
  entry: Knowledge,
  ref: string,
  args: Value[],
  object: Value | undefined,
  site: Site,
): Value {
  const { engine } = frame
  const title = entry.special === 'query' ? textOf(args[0] ?? nothing) : undefined
  const named = title === undefined ? undefined : engine.channel(`query ${title}`)
  if (named && ref.endsWith('repare')) engine.write(named, args[1] ?? nothing)
  const known =
    entry.does === 'http' && isOwnPage(frame, args[0])
      ? ofResource(entry)
      : entry.asks && frame.fn.file.side === 'client'
        ? ofServer(entry)
        : entry
  const { does, trigger } = known
  const mode = textOf((known.named?.mode !== undefined && args[known.named.mode]) || nothing) ?? ''
  const isWritten = mode !== '' && /[wa+]/.test(mode)
  // Nothing can be read from a file that is opened for writing only.
  if (does && !(isWritten && /^[wa]b?$/.test(mode))) {
    const query = named && engine.read(named)
    emitCall(frame, does, known, ref, query?.constants ? [query, ...args.slice(1)] : args, object, site)
  }
  if (isWritten) emitCall(frame, 'writes-file', known, ref, args, object, site)
  if (does === 'writes-file') noteWritten(frame, args)
  const read =
    does === 'reads-file'
      ? fileValue(frame, known, ref, args)
      : does === 'reads-setting'
        ? settingValue(frame, known, args)
        : nothing
  if (ref === 'io.input') engine.write(engine.channel(ref), read)
  if (known.pays !== undefined) giveEarly(frame)
  else if (frame.race === 'waited' && known.detail === 'gift') frame.race = { site, name: ref, args, object }
  const isAsked = known.pays !== 'if-true' || frame.unused !== site
  const price = known.pays === undefined || !isAsked || isPaidByOther(args, object) ? [] : priceIn(ref, args)
  const isOfSender = price.every((value) => has(value, origin.sent))
  if (isOfSender) notePaid(frame, price)
  const hasPaid = price.length > 0 && !isOfSender
  if (hasPaid) frame.isChecked = true
  if (known.special) {
    const value = specials[known.special](frame, ref, args, object, site)
    if (value) return value
  }
  let result = nothing
  if (known.apply) {
    const [at, from] = known.apply
    result = join(result, frame.callValue(frame, args[at] ?? nothing, args.slice(from), undefined, site))
  }
  if (known.callbacks !== undefined) {
    const called = args.filter(({ functions, objects, refs }) => functions ?? objects ?? refs)
    const parameters =
      called.length === 0 ? [] : parametersOf(frame, known, args, object).map((value) => join(value, read))
    for (const value of called) {
      if (trigger) emitHandlers(frame, known, ref, args, value, site)
      result = join(result, frame.callValue(frame, value, parameters, undefined, site))
    }
    if (!known.returnsCallback) result = nothing
  }
  const channel = known.channel === undefined ? undefined : textOf(args[known.channel] ?? nothing)
  if (channel !== undefined && known.sends)
    for (const [index, value] of args.slice(known.sends).entries())
      engine.write(engine.channel(channel, index), value)
  const value = join(join(result, read), returned(frame, known, args, object))
  return hasPaid ? withOrigins(value, origin.check) : value
}

/** A page calls its resource: no other host answers. */
const isOwnPage = ({ fn: { file } }: Frame, url: Value = nothing): boolean =>
  file.side === 'page' &&
  (url.refs?.includes('#own-page') === true || /^https?:\/\/(cfx-nui-)?[\w-]+\//.test(startOf(url)))

/** What the server answers to a client is no choice of a player, as what it sends may be. */
function ofServer(known: Knowledge): Knowledge {
  return known.gives === undefined
    ? { ...known, callbacks: origin.otherResource }
    : { ...known, gives: origin.otherResource }
}

function ofResource(known: Knowledge): Knowledge {
  const { trigger: _, ...others } = known
  return { ...others, callbacks: origin.event, gives: origin.event }
}

function emitCall(
  frame: Frame,
  does: CallKind,
  { named = {}, trigger, isNet, detail }: Knowledge,
  name: string,
  args: Value[],
  object: Value | undefined,
  site: Site,
): void {
  if (!frame.engine.isEmitting) return
  const values: Record<string, Value | undefined> = {}
  for (const [key, at] of Object.entries(named)) values[key] = args.at(at)
  const more: Partial<Event> = { named: values }
  if (object) more.object = object
  if (trigger) more.trigger = trigger
  if (isNet) more.isNet = true
  if (detail) more.detail = detail
  if (site.isNew) more.isNew = true
  if (frame.prices && (does === 'act' || does === 'database')) {
    const isTrade = isPaid(frame.prices) && isTraded(frame, args, does === 'database')
    // A field that is allowed may have any value.
    const gifts = detail === 'player-data' ? [args[0] ?? nothing] : giftsOf(args, object)
    more.isChecked =
      frame.isChecked || isBounded(frame.prices, gifts) || (isTrade && !mayBeNegative(frame, name, args))
  }
  emitAt(frame, does, site, name, args, more)
}

function emitHandlers(
  frame: Frame,
  known: Knowledge,
  ref: string,
  args: Value[],
  value: Value,
  site: Site,
): void {
  if (!value.functions || !known.trigger || !frame.engine.isEmitting) return
  const name = textOf(args[known.channel ?? 0] ?? nothing) ?? ''
  const isOpen = known.isOpen ? known.isOpen(args) : true
  const trigger =
    known.trigger === 'command' && !isOpen ? 'restricted' : name === 'chatMessage' ? 'chat' : known.trigger
  if (known.answers === 'returns') {
    const results = value.functions.map((fn) => resultOf(fn, frame.engine.read))
    emitAt(frame, 'answers', site, name, results, { detail: 'returns' })
  }
  emitAt(frame, 'handler', site, name, args, {
    trigger,
    isNet: known.isNet === true || trigger === 'chat' || known.trigger !== 'event',
    object: value,
    detail: ref,
  })
}

/** Events of a page that tell what a player types. */
const typedEvents = /^(key(down|press|up)|(before)?input|compositionend|paste|copy|cut)$/

/** Events with what players write to each other: other players may read it, other hosts may not. */
const writtenEvents =
  /(^chatM|[:_](\w*_)?(send|new|add|post)?_?m|[a-z]M)essage$|[:_](\w*_)?(send|new)?_?(sms|dm|e?mail)$/i

const parametersMax = 8
/** How many parameters the functions of a value read. */
function parameterCount({ functions = [], objects, refs }: Value): number {
  const isAny = objects ?? refs ?? functions.some(({ node }) => node.rest ?? node.argumentList)
  if (isAny) return parametersMax
  return Math.min(parametersMax, Math.max(0, ...functions.map(({ node }) => node.parameters.length)))
}

/** The parameters that a callback gets. */
function parametersOf(frame: Frame, known: Knowledge, args: Value[], object: Value | undefined): Value[] {
  const { engine } = frame
  const channel = known.channel === undefined ? undefined : textOf(args[known.channel] ?? nothing)
  const heard = known.does === 'listens' ? (channel ?? '') : ''
  const typed = typedEvents.test(heard) ? origin.private : writtenEvents.test(heard) ? origin.identity : 0
  const ofAny = has({ origins: known.callbacks ?? 0 }, origin.private) && isOfAny(args) ? origin.anyone : 0
  const origins =
    (known.callbacks ?? 0) | typed | ofAny | ((object?.origins ?? 0) & (origin.http | origin.private))
  const sent = (known.callbacks ?? 0) & (origin.event | origin.command) ? origin.sent : 0
  const parameters = Array<Value>(parametersMax).fill(unknown)
  const readMax = Math.max(...args.map(parameterCount))
  for (let index = 0; index < readMax; index++) {
    let value = index < (known.player ?? 0) ? { ...unknown, refs: ['source'] } : unknownFrom(origins | sent)
    if (index === known.answers) value = refTo('#answer')
    if (channel === 'playerConnecting' && index > 0) value = refTo(index === 1 ? '#answer' : '#deferrals')
    if (known.passesObject && object) {
      value = join(withOrigins(elementOf(object, engine.read), object.origins), object)
      for (const one of args) if (!one.functions && !one.refs) value = join(value, one)
    }
    if (channel !== undefined) value = join(value, engine.read(engine.channel(channel, index)))
    parameters[index] = value
  }
  return parameters
}

/** It is asked about a player whom the sender names, or each one. */
const isOfAny = (args: readonly Value[]): boolean =>
  args.some((value) => has(value, origin.sent) || value.refs?.some(isAnyPlayer))

function returned(frame: Frame, known: Knowledge, args: Value[], object: Value | undefined): Value {
  const { gives = 0, refs, returns } = known
  let value = nothing
  switch (returns) {
    case undefined: {
      value = unknownFrom(gives | (known.does === 'reads-identity' && isOfAny(args) ? origin.anyone : 0))
      break
    }
    case 'first':
      value = withOrigins(args[0] ?? nothing, gives)
      break
    case 'object':
      value = withOrigins(object ?? nothing, gives | (passOn(args).origins & ~origin.unknown))
      break
    case 'replaced': {
      const origins = gives | (passOn(args).origins & ~origin.unknown)
      const [, by] = args
      value = partOf(
        by?.objects || by?.functions
          ? templateOf(object, origins)
          : withOrigins(object ?? nothing, origins | origin.unknown),
      )
      break
    }
    case 'element':
      value = withOrigins(elementOf(args[0] ?? object ?? nothing, frame.engine.read), gives)
      break
    case 'all':
      value = args.reduce(join, nothing)
      break
    case 'carried':
      value = carriedBy(frame, object ? [...args, object] : args, gives)
      break
    case 'nothing':
      break
  }
  return refs ? { ...value, refs: [...(value.refs ?? []), ...refs] } : value
}

/** A text whose marks are replaced by what a table or a function gives: its start is known. */
function templateOf(template: Value = nothing, origins: number): Value {
  const prefix = startOf(template).split(/[{<%$#[]/, 1)[0] ?? ''
  return { origins: template.origins | origins | origin.unknown, ...(prefix && { prefix }) }
}

/** A text that is made of all that the values hold. */
function carriedBy({ engine }: Frame, values: readonly Value[], gives: number): Value {
  const [first = nothing] = values
  let origins = gives | origin.unknown | (first.objects ? 0 : first.origins & origin.sent)
  let rows: Value['refs']
  for (const value of values)
    for (const one of valuesWithin(value, 5, engine.read)) {
      origins |= one.origins & lasting
      if (one.refs?.includes('#rows')) rows ??= one.refs
    }
  return rows ? { origins, refs: rows } : { origins }
}

/** What is written into files may come back. */
function noteWritten({ engine, fn }: Frame, args: readonly Value[]): void {
  const origins = args.reduce((all, value) => all | originsOf(value), 0)
  engine.write(engine.channel(`written by ${fn.file.path}`), {
    origins: origins & (outside | origin.http | origin.decoded),
  })
}

function fileValue(
  { engine, fn }: Frame,
  { named = {} }: Knowledge,
  ref: string,
  args: readonly Value[],
): Value {
  const path = args.at(named.path ?? 0) ?? nothing
  const isNative = ref === 'LoadResourceFile'
  const end = endOf(path)
  const hasExtension = /\.\w{1,5}$/.test(end)
  const isCode = hasExtension ? scriptEndings[fn.file.language].test(end) : !isConstant(path)
  // Any file of a resource that is not named.
  const isAny =
    end === '' && (!isNative || (has(path, origin.otherFile) && args[0]?.refs?.includes('#own') !== true))
  const [resource = nothing] = args
  const isOfOther =
    isNative &&
    isConstant(resource) &&
    textOf(resource) !== fn.file.resource &&
    /\.(lua|js|cfg|env|json)$/.test(end)
  const isSecret =
    [...textsOf(path), end].some((text) => secretFile.test(text)) ||
    (!isNative && has(path, origin.unknown) && !path.suffix && engine.mentions.file) ||
    (isNative && args[0]?.refs?.includes('#resource') === true && /\.(lua|js|cfg|env)$/.test(end))
  const origins =
    origin.file |
    (isCode ? 0 : origin.otherFile) |
    (isAny || isOfOther ? origin.private : 0) |
    (isSecret ? origin.secret : 0)
  return join(unknownFrom(origins), engine.read(engine.channel(`written by ${fn.file.path}`)))
}

function settingValue({ engine }: Frame, { named = {} }: Knowledge, args: readonly Value[]): Value {
  const name = args.at(named.name ?? 0) ?? nothing
  const texts = [...textsOf(name), endOf(name)]
  const isChosen = !name.constants || has(name, outside | origin.http)
  if (isChosen && has(name, origin.unknown) && hasFreeStart(name))
    return unknownFrom(engine.mentions.setting ? origin.secret : origin.private)
  if (texts.some((text) => ownSecret.test(text))) return unknownFrom(origin.secret)
  return texts.some((text) => secretName.test(text)) ? unknownFrom(origin.private) : nothing
}
