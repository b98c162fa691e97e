import { z } from 'zod/mini'

import { fixedCategories } from '#contract/scripts/categories.ts'
import { scriptLimits } from '#contract/scripts/script-fields.ts'

import type { SeededRandom } from '../seeded-random.ts'
import { readRows } from './read-rows.ts'
import type { CategoryName } from './templates.ts'

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
const installation =
  'Installation:\n1. Copy the folder into your resources.\n2. Read the configuration.\n3. Ensure it, after the resources it works with.'

const Row = z.tuple([z.enum(fixedCategories), z.enum(['remark', 'feature']), z.string()])
const phrases = z.parse(z.array(Row), readRows('phrases.txt'))

/** Builds a description of one sentence, one paragraph, or several paragraphs with a list. */
export function describeScript(random: SeededRandom, summary: string, category: CategoryName): string {
  const kind = random.next()
  if (kind < 0.14) return summary
  const [firstRemark, ...otherRemarks] = random.shuffled(selectPhrases(category, 'remark'))
  const opening = `${summary} ${firstRemark}`
  if (kind < 0.4) return opening
  const features = random.shuffled(selectPhrases(category, 'feature')).slice(0, random.integer(3, 6))
  const list = [random.pick(headings), ...features.map((feature) => `- ${feature}`)].join('\n')
  if (kind < 0.74) return joinUpToLimit([opening, list])
  return joinUpToLimit([
    opening,
    otherRemarks.slice(0, 2).join(' '),
    list,
    random.pick(requirements),
    installation,
    random.pick(closings),
  ])
}

/** Remarks are sentences that follow the summary; features are items of the list. */
function selectPhrases(category: CategoryName, kind: 'remark' | 'feature'): string[] {
  return phrases.flatMap((row) => (row[0] === category && row[1] === kind ? [row[2]] : []))
}

/** Leaves out each paragraph that would exceed the limit of a description. */
function joinUpToLimit(paragraphs: readonly string[]): string {
  return paragraphs.reduce((text, paragraph) => {
    const longer = `${text}\n\n${paragraph}`
    return longer.length <= scriptLimits.descriptionMax ? longer : text
  })
}
