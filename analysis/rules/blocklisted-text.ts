import { defineRule } from './rule.ts'

export const blocklistedText = defineRule({
  id: 'blocklisted-text',
  severity: 'high',
  title: 'Contains a host or text of known infections',
  why: 'This text was seen on infected servers.',
  check: 'Do not run it before a moderator has looked at it. In a comment it does not run.',
  since: 1,
  // Hosts and texts of the blocklist are looked for in all files, see `archive.ts`.
  on: [],
  test: () => undefined,
  examples: {
    found: [],
    notFound: [],
  },
})
