import type { Engine } from './engine.ts'
import type { Event, EventsOf } from './events.ts'
import { originsOf, type SourceFile } from './heap.ts'
import { endOf, isConstant, nothing, origin, textOf, textsOf, type Value } from './value.ts'

/** What the name of a module may leave out. */
export const moduleEndings = ['', '.js', '.ts', '.mjs', '.cjs', '/index.js', '/index.ts']
const importsMax = 10_000

/** What `require(name)` or `import … from name` gives, where it is another file of the program. */
export function importFile(engine: Engine, { language, path }: SourceFile, name: string): Value | undefined {
  const end = `/${name.replace(/^@/, '').replaceAll('.', '/')}.lua`
  if (language === 'lua' && engine.imports.length < importsMax)
    engine.imports.push({ from: path, target: name === '' ? computedImport : end })
  if (name === '' || name.length > 200) return undefined
  const target = language === 'lua' ? '' : joinPath(path, name)
  if (language === 'javascript' && !name.startsWith('.')) return undefined
  const file = engine.files.find((one) =>
    language === 'lua'
      ? `/${one.path}`.endsWith(end)
      : moduleEndings.some((ending) => one.path === target + ending),
  )
  if (language === 'javascript' && engine.imports.length < importsMax)
    engine.imports.push({ from: path, target: file?.path ?? target })
  return file && engine.exportsOf(file)
}

/** The endings of the names of scripts. */
export const scriptEndings = { lua: /\.lua$/i, javascript: /\.[cm]?[jt]sx?$/i } as const

/** The ends of the paths of the scripts that the program may mean when it reads one. */
function scriptsOf(path: Value, language: SourceFile['language']): string[] {
  const ending = scriptEndings[language]
  const texts = isConstant(path) ? textsOf(path) : [endOf(path)]
  return texts.flatMap((text) => {
    if (/\.\w{1,5}$/.test(text) && !ending.test(text)) return []
    const name = isConstant(path)
      ? text.replace(/^[/\\.]*/, '/')
      : ending.test(text)
        ? /[/\\][^/\\]+$/.exec(text)?.[0]
        : undefined
    return name === undefined ? computedImport : name.replaceAll('\\', '/')
  })
}

const fileOrigins = origin.file | origin.otherFile

/** JavaScript reads files for many reasons, and runs few of them. */
function runsFile({ named, values }: Event): boolean {
  return [named.code, named.text, ...values].some(
    (value) => (originsOf(value ?? nothing) & fileOrigins) !== 0,
  )
}

/** What a file of a program imports. */
export function importsOf({ imports }: Engine, { path, language, side }: SourceFile, of: EventsOf): string[] {
  const targets = imports.filter(({ from }) => from === path).map(({ target }) => target)
  const read = of('reads-file')
  const isRun =
    language === 'javascript' && (of('runs-code').some(runsFile) || of('constructs-function').some(runsFile))
  // Another file of the program reads what this one runs.
  if (isRun && read.length === 0) targets.push(computedImport)
  if (isRun || language === 'lua')
    targets.push(...read.flatMap(({ named }) => scriptsOf(named.path ?? nothing, language)))
  for (const { named } of of('loads-script'))
    if (named.code && (side !== 'page' || isConstant(named.code)))
      targets.push(...scriptsOf(named.code, language))
  if (language === 'javascript') targets.push(...of('requires').flatMap(packagesOf))
  const isComputed =
    side !== 'page' && of('requires').some(({ named }) => textOf(named.name ?? nothing) === undefined)
  return [...new Set(isComputed ? [computedImport] : targets)]
}
export const computedImport = '*'
/** The prefix of an import that is looked up in node_modules of the folders above the file. */
export const packageFolder = 'node_modules/'

function packagesOf({ named }: Event): string[] {
  const name = textOf(named.name ?? nothing)
  if (name === undefined || /^[./]/.test(name)) return []
  return name.startsWith('#') ? [computedImport] : [packageFolder + name]
}

/** The path that a relative name means in a file. */
export function joinPath(from: string, name: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of name.split('/'))
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  return parts.join('/')
}
