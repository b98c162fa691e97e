import { sourcesIn, type MarkupSource } from '#analysis/rules/markup.ts'
import { componentScripts, htmlScripts, type HtmlScript } from '#analysis/syntax/html-scripts.ts'
import { parseJavaScript } from '#analysis/syntax/javascript-parser.ts'

export type PageScript = { text: string; isModule: boolean; isData: boolean }
export type PageScripts = {
  scripts: PageScript[]
  /** Why there may be more. */
  problem: string | undefined
}

/** Each script repeats the lines in front of it, so a large page may not have many. */
const charactersMax = 64_000_000
const componentFile = /\.(vue|svelte)$/i

/**
 * The scripts of a page, each in its place: what is around it becomes spaces. Event attributes and `javascript:` URLs
 * are one script, a block for each.
 */
export function scriptsOf(page: string, path = ''): PageScripts {
  const { scripts, problem } = componentFile.test(path) ? componentScripts(page) : htmlScripts(page)
  const blank = page.replaceAll(/[^\n\r]/g, ' ')
  const own: PageScript[] = []
  let joined = ''
  let characters = 0
  for (const script of scripts) {
    const { kind, text, start } = script
    if ((kind === 'handler' || kind === 'url') && isIdle(text)) continue
    if (isBlock(script) && start > joined.length) {
      joined += `${blank.slice(joined.length, start - 1)}{${text}}`
      continue
    }
    characters += start + text.length
    if (characters > charactersMax) return { scripts: own, problem: 'the page has too many scripts' }
    const isData = kind === 'data' || script.isData
    own.push({ text: blank.slice(0, start) + text, isModule: kind === 'module', isData })
  }
  if (joined !== '') own.push({ text: joined, isModule: false, isData: false })
  return { scripts: own, problem }
}

/** Scripts and frames of other hosts. A script of the page may insert what its comments contain. */
export function sourcesOfPage(page: string): (MarkupSource & { isComment: boolean })[] {
  const sources = sourcesIn(page)
  const comments = sources.length > 0 && page.includes('<!--') ? htmlScripts(page).comments : []
  const isIn = (at: number): boolean =>
    comments.some(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
  return sources.map((source) => ({ ...source, isComment: isIn(source.at) }))
}

/** Code of words alone does nothing, even if it does not parse, as `javascript:void;`. */
const isIdle = (text: string): boolean => /^[\s\w;]*$/.test(text) && !/\bnew\b/.test(text)

/** One that does not parse has a problem of its own. */
function isBlock({ kind, text, isData }: HtmlScript): boolean {
  if (isData || (kind !== 'handler' && kind !== 'url')) return false
  try {
    parseJavaScript(text, ['commonjs'])
    return true
  } catch {
    return false
  }
}

const handlerInJson = /\son[a-z]{3,30}\s{0,9}=\s{0,9}(?:\\"|')/i

/** A page that inserts texts of a JSON file, such as translations, runs the event handlers of their markup. */
export function hasMarkupInJson(text: string, { path }: { path: string }): boolean {
  return /\.json$/i.test(path) && handlerInJson.test(text)
}

/** As long as the text. */
export const markupOfJson = (text: string): string => text.replaceAll('\\"', ' "')
