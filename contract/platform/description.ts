import { z } from 'zod/mini'

/** The elements of a description. Nothing else that its author writes is more than text. */
const descriptionTags = [
  'p',
  'h3',
  'h4',
  'h5',
  'ul',
  'ol',
  'li',
  'pre',
  'code',
  'strong',
  'em',
  'a',
  'br',
] as const
/** Those that only a documentation has. */
const documentationTags = [
  'blockquote',
  'del',
  'hr',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const
const tags = [...descriptionTags, ...documentationTags] as const
const alignments = ['left', 'center', 'right'] as const

/** An element of a parsed description or documentation, or its text. A tree instead of HTML: pages can only render these elements. */
export type DescriptionElement = {
  tag: (typeof tags)[number]
  /** The address of a link: http or https. */
  href?: string | undefined
  /** The number of the first item of an ordered list. */
  start?: number | undefined
  /** The address of an image, which is one of the script. */
  src?: string | undefined
  alt?: string | undefined
  /** How the text of a cell is aligned. */
  align?: (typeof alignments)[number] | undefined
  /** Items of a task list have it. */
  isDone?: boolean | undefined
  children?: DescriptionNode[] | undefined
}
export type DescriptionNode = string | DescriptionElement

export const DescriptionElement: z.ZodMiniType<DescriptionElement> = z.object({
  tag: z.enum(tags),
  href: z.optional(z.string()),
  start: z.optional(z.int()),
  src: z.optional(z.string()),
  alt: z.optional(z.string()),
  align: z.optional(z.enum(alignments)),
  isDone: z.optional(z.boolean()),
  children: z.optional(z.array(z.union([z.string(), z.lazy(() => DescriptionElement)]))),
})

export const Description = z.array(z.union([z.string(), DescriptionElement]))
