import { parseJavaScript } from '#analysis/syntax/javascript-parser.ts'
import { parseLua } from '#analysis/ir/lower-lua.ts'

import { gitDirectoryOf, headOf, readCommit } from './git-files.ts'

type Case = { name: string; text: string; isValid: boolean }
type Suite = {
  name: string
  repository: string
  parse: (text: string) => void
  casesOf: (folder: string) => Case[]
}

/** FiveM runs Lua 5.4; newer suites have the words of newer versions. */
const commits: Record<string, string> = { 'lua/lua': 'v5.4.8' }

const luaSuite = { parse: parseLua }
const suites: Suite[] = [
  {
    name: 'test262-parser-tests',
    repository: 'tc39/test262-parser-tests',
    parse: parseScript,
    casesOf: test262Cases,
  },
  {
    ...luaSuite,
    name: "Lua's testes/",
    repository: 'lua/lua',
    casesOf: (folder) => filesOf(folder, 'lua/lua', /^testes\/.*\.lua$/, () => true),
  },
  {
    ...luaSuite,
    name: 'full_moon cfxlua_cases',
    repository: 'Kampfkarren/full-moon',
    casesOf: (folder) =>
      filesOf(folder, 'Kampfkarren/full-moon', /cfxlua_cases\/.*source\.lua$/, (path) =>
        path.includes('/pass/'),
      ),
  },
]

/** How many programs of the suites are parsed, and how many invalid ones are rejected. */
export async function measureGrammar(folder: string): Promise<string> {
  const lines = ['| Suite | Valid | Parsed | Invalid | Rejected |', '|---|---|---|---|---|']
  const wrong: string[] = []
  for (const { name, repository, parse, casesOf } of suites) {
    if (gitDirectoryOf(folder, repository) === undefined) {
      wrong.push(`${repository} is not in ${folder}`)
      continue
    }
    const cases = casesOf(folder)
    const results = cases.map((single) => ({ ...single, isParsed: isParsed(parse, single.text) }))
    const count = (isValid: boolean, parsed: boolean) =>
      results.filter((result) => result.isValid === isValid && result.isParsed === parsed).length
    lines.push(
      `| ${name} | ${count(true, true) + count(true, false)} | ${count(true, true)} | ${count(false, true) + count(false, false)} | ${count(false, false)} |`,
    )
    wrong.push(
      ...results
        .filter(({ isValid, isParsed: parsed }) => isValid !== parsed)
        .map((result) => `${name}: ${result.name}`),
    )
  }
  return [...lines, '', ...wrong].join('\n')
}

/** The valid scripts of test262-parser-tests. */
export function readSuite(folder: string): Case[] {
  return test262Cases(folder).filter(({ isValid }) => isValid)
}

function isParsed(parse: (text: string) => void, text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

/** Programs whose names end in .module.js are modules. `early` has programs that parse and have an early error. */
function test262Cases(folder: string): Case[] {
  return filesOf(folder, 'tc39/test262-parser-tests', /^(pass|fail|early)\/.*\.js$/, (path) =>
    path.startsWith('pass/'),
  ).filter(({ name }) => !name.includes('.module.'))
}

function filesOf(
  folder: string,
  repository: string,
  pattern: RegExp,
  isValid: (path: string) => boolean,
): Case[] {
  const directory = gitDirectoryOf(folder, repository) ?? ''
  return readCommit(directory, commits[repository] ?? headOf(directory))
    .filter(({ path }) => pattern.test(path))
    .map(({ path, read }) => ({ name: path, text: read()?.toString('utf8') ?? '', isValid: isValid(path) }))
}

function parseScript(text: string): void {
  parseJavaScript(text, ['script'])
}
