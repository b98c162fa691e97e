import { Parser, tokenizer, type Options } from 'acorn'

import { readSuite } from './grammar.ts'
import { analyseProgram } from './hostile.ts'

const hostile = "\nonNet('helper', (text) => { eval(text) })\n"

/** How often a hostile handler is found behind each program of test262-parser-tests whose comments and regular expressions hold quotes. */
export async function measureSuitePrefixes(folder: string): Promise<string> {
  const count = { programs: 0, found: 0, unread: 0 }
  const silent: string[] = []
  for (const { name, text } of readSuite(folder)) {
    const program = `${withQuotes(text)}${hostile}`
    if (!isScript(program)) continue
    const { rules, isUnread } = await analyseProgram(new Map([['server/main.js', program]]))
    count.programs++
    if (rules.length > 0) count.found++
    else if (isUnread) count.unread++
    else silent.push(name)
  }
  return `${count.programs} programs, ${count.found} found, ${count.unread} said to be unread, ${silent.length} silent\n${silent.join('\n')}`
}

function withQuotes(text: string): string {
  const places: number[] = []
  const options: Options = {
    ecmaVersion: 'latest',
    onComment: (_isBlock, _text, start) =>
      places.push(start + (text.startsWith('<!--', start) ? 4 : text.startsWith('-->', start) ? 3 : 2)),
  }
  try {
    for (const { type, start } of tokenizer(text, options))
      if (type.label === 'regexp') places.push(start + 1)
  } catch {
    return text
  }
  return places
    .sort((a, b) => b - a)
    .reduce((changed, place) => `${changed.slice(0, place)}\`${changed.slice(place)}`, text)
}

function isScript(text: string): boolean {
  try {
    Parser.parse(text, { ecmaVersion: 'latest', sourceType: 'script' })
    return true
  } catch {
    return false
  }
}
