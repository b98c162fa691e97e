/** What questions are sorted by, as addresses carry it, with the name on its tab. */
export const faqTopics = {
  general: 'General',
  scripts: 'Assets',
  submissions: 'Submissions',
  technical: 'Technical',
  account: 'Account',
} as const

export type FaqTopic = keyof typeof faqTopics
export type FaqSearch = { topic?: FaqTopic }

/** Lenient: what is no topic shows all questions. */
export function readFaqSearch(raw: Record<string, unknown>): FaqSearch {
  const { topic } = raw
  return isTopic(topic) ? { topic } : {}
}

export const topicNames = Object.keys(faqTopics).filter(isTopic)

function isTopic(topic: unknown): topic is FaqTopic {
  return typeof topic === 'string' && Object.hasOwn(faqTopics, topic)
}
