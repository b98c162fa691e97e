import { scriptLimits } from '#contract/script-fields.ts'

import type { Random } from '../random.ts'
import type { Idea, Shelf } from './ideas.ts'

const requirements = [
  'Needs nothing but a current server build.',
  'Needs a database; the tables are made at the first start.',
  'Needs a clothing, inventory or target resource only if you use those parts.',
  'Needs about 40 MB of memory on the client.',
]
const closings = [
  'Found a bug? Write down what you did and what you expected, and I will look at it on the weekend.',
  'Use it, change it, share it. Just leave my name in the manifest.',
  'The README answers most questions, the rest is welcome in the chat.',
  'Thank you to everybody who tested this at strange hours.',
  'More is planned when the semester is over.',
]
const headings = ['What is in the archive:', 'Features:', 'What you get:', 'In short:']

/** A description as its author might have written it: a sentence, a paragraph or a page with lists. */
export function describe(random: Random, idea: Idea, shelf: Shelf): string {
  const kind = random.next()
  if (kind < 0.14) return idea.summary
  const remarks = random.shuffled(shelf.remarks)
  const opening = `${idea.summary} ${remarks[0] ?? ''}`.trim()
  if (kind < 0.4) return opening
  const features = random.shuffled(shelf.features).slice(0, random.whole(3, 6))
  const list = [random.pick(headings), ...features.map((feature) => `- ${feature}`)].join('\n')
  if (kind < 0.74) return fit([opening, list])
  const installation =
    'Installation:\n1. Copy the folder into your resources.\n2. Read the configuration.\n3. Ensure it, after the resources it works with.'
  return fit([
    opening,
    remarks.slice(1, 3).join(' '),
    list,
    random.pick(requirements),
    installation,
    random.pick(closings),
  ])
}

/** Paragraphs as far as the limit allows, the first ones first. */
function fit(paragraphs: readonly string[]): string {
  let text = ''
  for (const paragraph of paragraphs) {
    const longer = text ? `${text}\n\n${paragraph}` : paragraph
    if (longer.length <= scriptLimits.descriptionMax) text = longer
  }
  return text
}
