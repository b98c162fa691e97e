/** Topics by their URL parameter, with the label of their tab. */
export const faqTopics = {
  general: 'General',
  scripts: 'Assets',
  submissions: 'Submissions',
  technical: 'Technical',
  account: 'Account',
} as const

export type FaqTopic = keyof typeof faqTopics
export type FaqSearch = { topic?: FaqTopic }

/** An unknown topic shows all questions. */
export function parseFaqSearch(raw: Record<string, unknown>): FaqSearch {
  const { topic } = raw
  return isTopic(topic) ? { topic } : {}
}

export const topicNames = Object.keys(faqTopics).filter(isTopic)

function isTopic(topic: unknown): topic is FaqTopic {
  return typeof topic === 'string' && Object.hasOwn(faqTopics, topic)
}
