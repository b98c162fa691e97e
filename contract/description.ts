import { z } from 'zod/mini'

/** The elements of a description. Nothing else that its author writes is more than text. */
const tags = ['p', 'h3', 'h4', 'h5', 'ul', 'ol', 'li', 'pre', 'code', 'strong', 'em', 'a', 'br'] as const

/** An element of a parsed description, or its text. A tree instead of HTML: pages can only render these elements. */
export type DescriptionElement = {
  tag: (typeof tags)[number]
  /** Of a link: http or https. */
  href?: string | undefined
  /** Of an ordered list. */
  start?: number | undefined
  children?: DescriptionNode[] | undefined
}
export type DescriptionNode = string | DescriptionElement

export const DescriptionElement: z.ZodMiniType<DescriptionElement> = z.object({
  tag: z.enum(tags),
  href: z.optional(z.string()),
  start: z.optional(z.int()),
  children: z.optional(z.array(z.union([z.string(), z.lazy(() => DescriptionElement)]))),
})

export const Description = z.array(z.union([z.string(), DescriptionElement]))
