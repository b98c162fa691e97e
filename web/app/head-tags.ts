import type { AppRouter } from './router.tsx'

export type HeadTag = { tag: 'meta' | 'link' | 'script'; attributes: [string, string][]; text?: string }

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
