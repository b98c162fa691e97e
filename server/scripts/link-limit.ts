import type { DescriptionNode } from '#contract/platform/description.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalid } from '#platform/errors.ts'
import { dateText } from '#platform/clock.ts'
import { newAccountUntil } from '#server/access/access.public.ts'

import { parseDescription, parseDocumentation } from './description.rules.ts'

const markdownFields = ['description', 'changelog', 'reason', 'text', 'note'] as const
const linkFields = ['sourceUrl', 'documentationUrl', 'supportUrl'] as const
type Field = (typeof markdownFields | typeof linkFields)[number] | 'documentation' | 'name' | 'title'
type Reading = Pick<App, 'db' | 'settings' | 'clock'>

/** New accounts may write few links, so that scripts are no advertisements. Call it with the texts that change. */
export async function assertLinksAllowed(
  app: Reading,
  actor: Actor,
  texts: Partial<Record<Field, string | undefined>>,
): Promise<void> {
  const linksMax = app.settings.newDescriptionLinks
  const { documentation = '', name, title } = texts
  const over = [
    ...markdownFields.filter((field) => countLinks(parseDescription(texts[field] ?? '')) > linksMax),
    ...(countLinks(parseDocumentation(documentation, [])) > linksMax ? ['documentation'] : []),
    // Each of them is one link.
    ...linkFields.filter((field) => texts[field] && linksMax === 0),
    ...overPlain({ name, title }, linksMax),
  ]
  await assertNone(app, actor, over)
}

/** For texts without formatting: an email program makes a link of each URL. */
export async function assertPlainLinksAllowed(
  app: Reading,
  actor: Actor,
  texts: Record<string, string>,
): Promise<void> {
  await assertNone(app, actor, overPlain(texts, app.settings.newDescriptionLinks))
}

function overPlain(texts: Record<string, string | undefined>, linksMax: number): string[] {
  return Object.entries(texts).flatMap(([field, text = '']) =>
    Array.from(text.matchAll(/https?:\/\/(?:www\.)?|\bwww\./gi)).length > linksMax ? [field] : [],
  )
}

async function assertNone(app: Reading, actor: Actor, over: readonly string[]): Promise<void> {
  if (over.length === 0) return
  const until = await newAccountUntil(app, actor)
  if (!until) return
  const message = messageOf(app.settings.newDescriptionLinks, until)
  throw invalid(Object.fromEntries(over.map((field) => [field, message])))
}

function countLinks(nodes: readonly DescriptionNode[]): number {
  let links = 0
  for (const node of nodes) {
    if (typeof node === 'string') continue
    links += (node.tag === 'a' ? 1 : 0) + countLinks(node.children ?? [])
  }
  return links
}

function messageOf(linksMax: number, until: Date): string {
  const from = dateText(until)
  if (linksMax === 0) return `New accounts cannot use links. Yours can from ${from} on.`
  const links = linksMax === 1 ? '1 link' : `${linksMax} links`
  return `New accounts can use ${links} at most. Yours can use more from ${from} on.`
}
