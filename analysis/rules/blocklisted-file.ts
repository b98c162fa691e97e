import { defineRule, high } from './rule.ts'

export const blocklistedFile = defineRule({
  id: 'blocklisted-file',
  severity: 'high',
  title: 'Is a file that was taken down here',
  why: 'Moderators took down another archive because of this file.',
  check: 'Do not run it. Ask the moderators for the reason.',
  since: 1,
  on: [],
  test: () => undefined,
  onMember: ({ sha256 }, { blocked }) =>
    blocked.some((hash) => hash !== '' && (hash.startsWith(sha256) || sha256.startsWith(hash)))
      ? high()
      : undefined,
  examples: {
    found: [],
    notFound: [],
  },
})
