import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'

const lucideImports = /import \{([^}]+)\} from 'lucide-react'/g

/** Replaces imported Lucide icons by their shapes in the importing module (docs/decisions/0017). */
export function inlineIcons(): Plugin {
  return {
    name: 'inline-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: lucideImports },
      handler(code) {
        const icons = importedIcons(code).map(
          ([name, local]) =>
            `const ${local} = /* @__PURE__ */ createIcon(${JSON.stringify(iconShapes(name))})`,
        )
        const rest = code.replaceAll(lucideImports, '')
        return [`import { createIcon } from '#web/ui/icon-factory.ts'`, ...icons, rest].join('\n')
      },
    },
  }
}

/** The imported and the local name of each icon. Type imports do not match. */
export function importedIcons(code: string): [name: string, local: string][] {
  return [...code.matchAll(lucideImports)].flatMap(([, list = '']) =>
    [...list.matchAll(/(\w+)(?: as (\w+))?/g)].map(([, name = '', local = name]): [string, string] => [
      name,
      local,
    ]),
  )
}

/** The elements inside an icon's svg element, with their attributes as React props. */
export function iconShapes(name: string): [tag: string, props: Record<string, string>][] {
  const icon = lucideExports.get(name)
  if (!isIcon(icon)) throw new Error(`Lucide has no icon ${name}`)
  const [, content] = /^<svg[^>]*>(.+)<\/svg>$/.exec(renderToStaticMarkup(createElement(icon))) ?? []
  if (!content) throw new Error(`The Lucide icon ${name} is not an svg element`)
  return [...content.matchAll(/<(\w+) ([^>]+)>/g)].map(([, tag = '', attributes = '']) => [
    tag,
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, attribute = '', value = '']) => [
        attribute.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
  ])
}

// With aliases, which lucide.icons does not list.
const lucideExports = new Map<string, unknown>(Object.entries(lucide))

function isIcon(value: unknown): value is lucide.LucideIcon {
  return typeof value === 'object' && value !== null && '$$typeof' in value
}
