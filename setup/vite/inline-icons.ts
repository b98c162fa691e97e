import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Plugin } from 'vite'

const library = join(import.meta.dirname, '../../node_modules/lucide-react/dist/esm')
const importedIcons = /import \{([^}]+)\} from 'lucide-react'/g

/**
 * Writes each icon's drawing where it is used, made by our own small factory. Imported through lucide's list, all 1,700
 * would be part of every page in the eyes of the bundler; imported from its own file, an icon that two late parts
 * share would be a file of a hundred bytes to name and to load.
 */
export function inlineIcons(): Plugin {
  let fileOf: Promise<Map<string, string>> | undefined
  return {
    name: 'inline-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: importedIcons },
      async handler(code) {
        const files = await (fileOf ??= readIconFiles())
        const imported = [...code.matchAll(importedIcons)].flatMap(([, list = '']) => [
          ...list.matchAll(/(\w+)(?: as (\w+))?/g),
        ])
        const icons = await Promise.all(
          imported.map(async ([, name = '', local = name]) => {
            const file = files.get(name)
            if (!file) throw new Error(`lucide has no icon ${name}`)
            return `const ${local} = /* @__PURE__ */ createIcon(${await readDrawing(file)})`
          }),
        )
        const rest = code.replaceAll(importedIcons, '')
        return [`import { createIcon } from '#web/ui/lean-icon.ts'`, ...icons, rest].join('\n')
      },
    },
  }
}

/** Which file draws the icon of a name: many have several names. */
async function readIconFiles(): Promise<Map<string, string>> {
  const list = await readFile(join(library, 'lucide-react.mjs'), 'utf8')
  const lines = list.matchAll(/export \{(.+)\} from '\.\/icons\/(.+)\.mjs'/g)
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [name, file]),
    ),
  )
}

/** Shapes and their attributes as the source has them, without React's keys. */
async function readDrawing(file: string): Promise<string> {
  const source = await readFile(join(library, 'icons', `${file}.mjs`), 'utf8')
  const [, drawing] = /node: (\[.*?\])(?:,\s*aliases: .*?)?\s*\};\n__iconData/s.exec(source) ?? []
  if (!drawing) throw new Error(`The drawing of lucide's ${file} was not found`)
  return drawing.replaceAll(/,\s*key: "\w+"/g, '')
}
