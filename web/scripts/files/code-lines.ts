import { cutText } from '#contract/platform/cut-text.ts'

/** A part of a line with the name of its style, such as keyword. */
export type Token = readonly [style: string | undefined, text: string]

/** The result of a highlighter; `lowlight` makes it, as a tree of hast. */
export type HighlightNode =
  | { type: 'text'; value: string }
  | { type: 'element'; properties: { className?: unknown }; children: readonly HighlightNode[] }
  | { type: 'comment' | 'doctype' }

export const codeLimits = {
  /** Bytes of a file that are read. */
  bytesMax: 1024 * 1024,
  linesMax: 20_000,
  /** Longer lines are cut. */
  lineLengthMax: 10_000,
  /** Longer texts are not highlighted. */
  highlightedMax: 256 * 1024,
} as const

const languages = new Map<string, string>(
  Object.entries({
    lua: 'lua',
    javascript: 'js mjs cjs jsx',
    typescript: 'ts mts cts tsx',
    json: 'json json5 jsonc map',
    xml: 'xml html htm xhtml svg meta ymap ytyp vue svelte',
    css: 'css scss less',
    sql: 'sql',
    yaml: 'yml yaml',
    markdown: 'md markdown',
    ini: 'ini cfg conf toml properties env',
    csharp: 'cs csx',
  }).flatMap(([language, extensions]) => extensions.split(' ').map((extension) => [extension, language])),
)

/** The language by the extension of the name; undefined for plain text. */
export function languageOf(path: string): string | undefined {
  return languages.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
}

export function plainLines(text: string): Token[][] {
  return splitText(text).map((line) => (line === '' ? [] : [[undefined, line]]))
}

/** The lines of a highlighted text. A comment over several lines becomes one part in each of them. */
export function highlightedLines(nodes: readonly HighlightNode[]): Token[][] {
  const lines: Token[][] = [[]]
  function add(children: readonly HighlightNode[], style: string | undefined): void {
    for (const node of children) {
      if (node.type === 'element') add(node.children, styleOf(node.properties.className) ?? style)
      if (node.type !== 'text') continue
      for (const [index, part] of splitText(node.value).entries()) {
        if (index > 0) lines.push([])
        if (part !== '') lines.at(-1)?.push([style, part])
      }
    }
  }
  add(nodes, undefined)
  return lines
}

/** `hljs-keyword` is keyword. */
function styleOf(className: unknown): string | undefined {
  const [first]: unknown[] = Array.isArray(className) ? className : []
  return typeof first === 'string' ? first.replace(/^hljs-/, '') : undefined
}

function splitText(text: string): string[] {
  return text.split(/\r\n|\r|\n/)
}

/** The first lines of a text, each cut to its limit. A final line break begins no line. */
export function limitText(text: string): { text: string; isCut: boolean } {
  const lines = splitText(text)
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  const { linesMax, lineLengthMax } = codeLimits
  const isCut = lines.length > linesMax || lines.some(({ length }) => length > lineLengthMax)
  const kept = lines.slice(0, linesMax).map((line) => cutText(line, lineLengthMax))
  return { text: kept.join('\n'), isCut }
}

// Controls, and characters that are invisible or change the direction of the text.
const invisible = /((?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])/u

/** A text in which invisible characters are apart, each with its code such as U+202E. */
export function visibleParts(text: string): { text: string; code?: string }[] {
  if (!invisible.test(text)) return [{ text }]
  return text
    .split(invisible)
    .filter((part) => part !== '')
    .map((part) => (invisible.test(part) ? { text: part, code: codeOf(part) } : { text: part }))
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
