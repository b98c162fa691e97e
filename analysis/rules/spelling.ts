import { cutText } from '#analysis/cut-text.ts'
import type { SourceFile } from '#analysis/flow/heap.ts'

/** How the text of a file looks. `reason` is what makes it unreadable. */
export type Spelling = { reason: string | undefined; longestLine: number; identifiers: number }

// A quote in front of the name imports the tool.
const toolMark =
  /(?<!['"])(?:Luraph|MoonSec|IronBrew|PSU Obfuscator|Prometheus obfuscat|obfuscator\.io|javascript-obfuscator|WeAreDevs Obfuscator|LuaObfuscator\.com|jsjiami|JScrambler)/i
const known = new WeakMap<SourceFile, Spelling>()

export function spellingOf(file: SourceFile): Spelling {
  const spelling = known.get(file) ?? measure(file.text)
  known.set(file, spelling)
  return spelling
}

function measure(text: string): Spelling {
  const hexNames = new Set<string>()
  const lookAlikes = new Set<string>()
  const identifiers = text.match(/[A-Za-z_$][\w$]*/g) ?? []
  for (const name of identifiers) {
    if (name.startsWith('_0x') && hexNames.size < 10) hexNames.add(name)
    if (
      name.length >= 6 &&
      name.length < 200 &&
      lookAlikes.size < 5 &&
      /^[Il1O0_]+$/.test(name) &&
      /[Il]/.test(name)
    )
      lookAlikes.add(name)
  }
  const escaped = text.match(/\\(x[2-7][\da-f]|u00[2-7][\da-f]|\d{1,3})/gi)?.length ?? 0
  // A line of underscores or equals signs frames a licence; code made of signs has brackets.
  const signs = Math.max(
    0,
    ...(text.match(/[[\]()!+$_=,;'"\s]{100,}/g) ?? []).map((run) =>
      (run.match(/[[\]()!+]/g)?.length ?? 0) < 10 ? 0 : run.replaceAll(/[=,;'"\s]/g, '').length,
    ),
  )
  const tool = toolMark.exec(cutText(text, 2000))?.[0]
  const reason =
    tool ??
    (hexNames.size >= 10
      ? 'names such as _0x1a2b'
      : lookAlikes.size >= 5
        ? 'names of I, l, 1 and O'
        : escaped >= 200 && escaped * 8 > text.length
          ? 'most of its text is escaped'
          : signs >= 100
            ? 'brackets and signs in place of names'
            : undefined)
  let longestLine = 0
  for (const line of text.split('\n')) longestLine = Math.max(longestLine, line.length)
  return { reason, longestLine, identifiers: identifiers.length }
}
