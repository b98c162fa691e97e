import type { ClientBuild } from '#contract/pages.ts'
import { fontUrls } from '#web/ui/fonts.ts'

import { firstPaintScript } from './first-paint.ts'
import type { HeadTag } from './head-tags.ts'
import { pageStateId } from './page-state.ts'

const entry = 'main.tsx'

type Chunk = NonNullable<ClientBuild[string]>

/** The whole page as text. Without a build, in development, Vite serves the sources and adds what it needs. */
export function writeDocument(page: {
  title: string
  tags: readonly HeadTag[]
  markup: string
  stateJson: string
  sources: readonly string[]
  build: ClientBuild | undefined
}): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeText(page.title)}</title>`,
    page.build ? keptLoads(page.build, page.sources) : writeLoads([`/${entry}`], ['/ui/base.css']),
    ...page.tags.map(writeTag),
    `</head><body><div id="root">${page.markup}</div>`,
    `<script type="application/json" id="${pageStateId}">${page.stateJson}</script></body></html>`,
  ].join('\n')
}

const loadsOf = new WeakMap<ClientBuild, Map<string, string>>()

/** The same for every page of a route. */
function keptLoads(build: ClientBuild, sources: readonly string[]): string {
  const known = loadsOf.get(build) ?? new Map<string, string>()
  loadsOf.set(build, known)
  const name = sources.join()
  const kept = known.get(name)
  if (kept !== undefined) return kept
  const { scripts, styles } = filesOf(build, [entry, ...sources])
  const written = writeLoads(scripts, styles)
  known.set(name, written)
  return written
}

function writeLoads([main, ...others]: readonly string[], styles: readonly string[]): string {
  return [
    `<script>${firstPaintScript}</script>`,
    ...styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...fontUrls.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    `<script type="module" src="${main}"></script>`,
    ...others.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="alternate" href="/feed.xml" type="application/atom+xml" title="Latest scripts">',
    '<meta name="theme-color" content="#100e0b" media="(prefers-color-scheme: dark)">',
    '<meta name="theme-color" content="#f6f2ea" media="(prefers-color-scheme: light)">',
  ].join('\n')
}

/**
 * What the sources load at once, without what they load later. The entry comes first in both lists: its script is the
 * one that runs, its stylesheet the one that fixes the order of layers.
 */
function filesOf(build: ClientBuild, sources: readonly string[]): { scripts: string[]; styles: string[] } {
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  const visited = new Set<string>()
  const addStyles = ({ css = [] }: Chunk) => css.forEach((file) => styles.add(`/${file}`))
  const visit = (source: string) => {
    if (visited.has(source)) return
    visited.add(source)
    const chunk = build[source]
    if (!chunk) throw new Error(`The web app's build has no ${source}`)
    scripts.add(`/${chunk.file}`)
    if (chunk.isEntry) addStyles(chunk)
    chunk.imports?.forEach(visit)
    addStyles(chunk)
  }
  sources.forEach(visit)
  return { scripts: [...scripts], styles: [...styles] }
}

function writeTag({ tag, attributes, text }: HeadTag): string {
  const written = attributes.map(([name, value]) => ` ${name}="${escapeText(value)}"`).join('')
  // JSON-LD: a `<` inside could end the element.
  const content = text === undefined ? '' : `${text.replaceAll('<', String.raw`\u003c`)}</${tag}>`
  return `<${tag} data-page${written}>${content}`
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
