import type { NotificationTopic } from '#contract/site/notification-settings.ts'

export const topicTexts: Record<NotificationTopic, { name: string; text: string }> = {
  followed: {
    name: 'What you follow',
    text: 'New versions of scripts, changed collections, and answers to your compatibility reports',
  },
  security: {
    name: 'Security',
    text: 'Versions that are withdrawn for security, and serious findings in your own scripts',
  },
  scripts: { name: 'Your scripts', text: 'Reviews, decisions of moderators and compatibility reports' },
  cases: { name: 'Reports and appeals', text: 'Messages and decisions in your cases' },
  account: { name: 'Your account', text: 'Changes that our team made to your account or texts' },
}
