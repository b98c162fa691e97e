import { Parser, tokTypes, type Token } from 'acorn'

import { spend } from './budget.ts'
import { createJsLexer, type JsHints } from './js-lexer.ts'

/** A script of a text: the whole text, or one of a page. */
export interface Script {
  from: number
  to: number
  /** Undefined where it may be either. */
  isModule?: boolean | undefined
}

export interface Problem {
  why: string
  at: number
}

/** Larger trees do not fit into the memory of an analysis. */
const sizeMax = 3 * 1024 ** 2
const hasTwoReadings = /<!--|-->|\bawait\b/

/**
 * Parses a script with the grammar of the language, and adds what the lexer cannot know by itself to `hints`. Where it
 * returns a problem the lexer guesses, and may take code for text.
 */
export function readGrammar(text: string, script: Script, hints: JsHints): Problem | undefined {
  const { from, to, isModule } = script
  if (to - from > sizeMax) return { why: 'larger than 3 MB, so it was not parsed', at: from }
  const code = text.slice(from, to)
  const first = parse(code, isModule === true)
  const needsSecond = isModule === undefined && (first.problem || hasTwoReadings.test(code))
  const second = needsSecond ? parse(code, true) : undefined
  const reading = first.problem && second && !second.problem ? second : first
  const { problem } = reading
  if (problem) return { why: problem.why, at: from + problem.at }
  if (second && !first.problem && !second.problem && !isSame(first.hints, second.hints))
    return { why: 'JavaScript that means something else as a module', at: from }
  for (const at of reading.hints.regexes) hints.regexes.add(from + at)
  for (const [at, end] of reading.hints.comments) hints.comments.set(from + at, from + end)
  hints.parsed.push({ from, to })
  return undefined
}

function isSame(left: JsHints, right: JsHints): boolean {
  return (
    left.comments.size === right.comments.size &&
    left.regexes.size === right.regexes.size &&
    left.regexes.isSubsetOf(right.regexes)
  )
}

export function noHints(): JsHints {
  return { regexes: new Set(), comments: new Map(), parsed: [] }
}

class DifferenceError extends Error {
  readonly at: number
  constructor(at: number) {
    super('JavaScript that the scanner reads differently')
    this.at = at
  }
}

function parse(code: string, isModule: boolean): { hints: JsHints; problem: Problem | undefined } {
  const hints = noHints()
  hints.parsed.push({ from: 0, to: code.length })
  const compare = createComparison(code, hints)
  try {
    Parser.parse(code.replace(/^\uFEFF/, ' '), {
      ecmaVersion: 'latest',
      sourceType: isModule ? 'module' : 'script',
      // Modules of Node.js are bodies of functions.
      allowReturnOutsideFunction: true,
      onComment(_isBlock, _text, start, end) {
        if (code.charAt(start) !== '/') hints.comments.set(start, end)
      },
      onToken: compare,
    })
    return { hints, problem: undefined }
  } catch (error) {
    if (error instanceof DifferenceError) return { hints, problem: { why: error.message, at: error.at } }
    if (error instanceof RangeError)
      return { hints, problem: { why: 'JavaScript that is nested too deeply', at: 0 } }
    if (error instanceof SyntaxError && 'pos' in error)
      return {
        hints,
        problem: { why: 'not valid JavaScript, so code may be overlooked', at: Number(error.pos) },
      }
    throw error
  }
}

/** Compares each token of the parser with that of the lexer. */
function createComparison(code: string, hints: JsHints): (token: Token) => void {
  const next = createJsLexer(code, undefined, hints)
  let isTemplate = false
  let backtickAt: number | undefined

  return ({ type, start, end }) => {
    spend(1)
    if (type === tokTypes.eof) expectEnd(start)
    else if (type === tokTypes.backQuote) backtickAt = isTemplate ? undefined : start
    else if (type === tokTypes.template || type === tokTypes.invalidTemplate) {
      // The brace before it.
      expect('str', backtickAt ?? start)
      backtickAt = undefined
    } else if (type === tokTypes.privateId) {
      expect('op', start)
      expect('name', start + 1)
    } else if (type === tokTypes.questionDot) {
      if (!'([`'.includes(code.charAt(end) || ' ')) expect('op', start + 1)
    } else if (type === tokTypes.regexp) {
      hints.regexes.add(start)
      expect('re', start)
    } else if (type === tokTypes.string) expect('str', start)
    else if (type === tokTypes.num) expect('num', start)
    else if (type === tokTypes.name || type.keyword !== undefined) expect('name', start)
    else expect('op', start, end - start)
    isTemplate = type === tokTypes.template || type === tokTypes.invalidTemplate
  }

  function expect(kind: string, at: number, length?: number): void {
    const token = next()
    if (token?.t !== kind || token.at !== at) throw new DifferenceError(at)
    // The brackets of a template are longer in the lexer.
    if (length !== undefined && token.v.length !== length && token.v !== '}$') throw new DifferenceError(at)
  }

  function expectEnd(at: number): void {
    if (next()) throw new DifferenceError(at)
  }
}
