import barlowCondensed from '#web/ui/fonts/barlow-condensed.woff2?url'
import geist from '#web/ui/fonts/geist.woff2?url'

import type { ClientBuild } from '#contract/site/pages.ts'

import { pageStateId } from './dehydrated-state.ts'
import { firstPaintScript } from './first-paint.ts'
import type { AppRouter } from './router.tsx'

const entry = 'main.tsx'

/** Parts that an early click on a control with `data-dialog` needs after the first load, see first-paint.ts. */
const earlyParts = {
  visitor: ['layout/layout-lazy.ts', 'accounts/auth/AuthDialog.tsx'],
  member: ['scripts/script-page/detail-actions.ts'],
}

type Chunk = NonNullable<ClientBuild[string]>

/** The HTML document. Without a build, in development, Vite serves the sources and adds its own tags. */
export function writeDocument(page: {
  title: string
  tags: readonly HeadTag[]
  markup: string
  stateJson: string
  sources: readonly string[]
  build: ClientBuild | undefined
  bannerText: string | undefined
}): string {
  return [
    `<!doctype html><html lang="en"${page.bannerText ? ` data-banner="${escapeText(page.bannerText)}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeText(page.title)}</title>`,
    page.build ? loadTagsFor(page.build, page.sources) : writeLoadTags([`/${entry}`], ['/ui/base.css']),
    ...page.tags.map(writeTag),
    `</head><body><div id="root">${page.markup}</div>`,
    `<script type="application/json" id="${pageStateId}">${page.stateJson}</script></body></html>`,
  ].join('\n')
}

const loadTagsByBuild = new WeakMap<ClientBuild, Map<string, string>>()

/** Cached: the tags are the same for all pages of a route. */
function loadTagsFor(build: ClientBuild, sources: readonly string[]): string {
  const cache = loadTagsByBuild.get(build) ?? new Map<string, string>()
  loadTagsByBuild.set(build, cache)
  const name = sources.join()
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const first = filesOf(build, [entry, ...sources])
  const preloads = Object.entries(earlyParts).map(([user, parts]): [string, string] => {
    const { scripts, styles } = filesOf(build, parts)
    const isFirst = new Set([...first.scripts, ...first.styles])
    return [user, [...scripts, ...styles].filter((file) => !isFirst.has(file)).join(' ')]
  })
  const tags = writeLoadTags(first.scripts, first.styles, preloads)
  cache.set(name, tags)
  return tags
}

function writeLoadTags(
  [main, ...others]: readonly string[],
  styles: readonly string[],
  preloads: readonly [user: string, files: string][] = [],
): string {
  const data = [['fonts', fontUrls.join(' ')], ...preloads].map(([name, files]) => ` data-${name}="${files}"`)
  return [
    `<script${data.join('')}>${firstPaintScript}</script>`,
    ...styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    `<script type="module" src="${main}"></script>`,
    ...others.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<link rel="alternate" href="/feed.xml" type="application/atom+xml" title="Latest scripts">',
    '<meta name="theme-color" content="#100e0b" media="(prefers-color-scheme: dark)">',
    '<meta name="theme-color" content="#f6f2ea" media="(prefers-color-scheme: light)">',
  ].join('\n')
}

/**
 * The files of static imports. The entry comes first in both lists: the other scripts are only preloaded, and its
 * stylesheet declares the order of the cascade layers.
 */
function filesOf(build: ClientBuild, sources: readonly string[]): { scripts: string[]; styles: string[] } {
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  const visited = new Set<string>()
  const addStyles = ({ css = [] }: Chunk) => css.forEach((file) => styles.add(`/${file}`))
  const visit = (source: string) => {
    if (visited.has(source)) return
    visited.add(source)
    const chunk = build[source]
    if (!chunk) throw new Error(`The client build has no ${source}`)
    scripts.add(`/${chunk.file}`)
    if (chunk.isEntry) addStyles(chunk)
    chunk.imports?.forEach(visit)
    addStyles(chunk)
  }
  sources.forEach(visit)
  return { scripts: [...scripts], styles: [...styles] }
}

function writeTag({ tag, attributes, text }: HeadTag): string {
  const tags = attributes.map(([name, value]) => ` ${name}="${escapeText(value)}"`).join('')
  // JSON-LD: `<` could end the element.
  const content = text === undefined ? '' : `${text.replaceAll('<', String.raw`\u003c`)}</${tag}>`
  return `<${tag} data-page${tags}>${content}`
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

type HeadTag = { tag: 'meta' | 'link' | 'script'; attributes: [string, string][]; text?: string }

/** The head of all matched routes; of two tags with the same name the one of the innermost route counts. */
export function collectHead(matches: AppRouter['state']['matches']): { title: string; tags: HeadTag[] } {
  let title = ''
  const tags = new Map<string, HeadTag>()
  for (const match of matches) {
    for (const meta of match.meta ?? []) {
      if (meta?.title) title = meta.title
      else if (meta)
        tags.set(meta.property ?? meta.name ?? '', { tag: 'meta', attributes: attributesOf(meta) })
    }
    for (const link of match.links ?? [])
      if (link) tags.set(`link ${link.rel}`, { tag: 'link', attributes: attributesOf(link) })
    for (const script of match.headScripts ?? [])
      if (typeof script?.children === 'string')
        tags.set(`script ${script.type}`, {
          tag: 'script',
          attributes: [['type', script.type ?? '']],
          text: script.children,
        })
  }
  return { title, tags: [...tags.values()] }
}

function attributesOf(element: object): [string, string][] {
  return Object.entries(element).map(([name, value]): [string, string] => [name, String(value)])
}

/** For `<link rel="preload" as="font" crossorigin>`. */
export const fontUrls = [geist, barlowCondensed] as const
