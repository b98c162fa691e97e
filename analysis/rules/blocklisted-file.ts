import { defineRule, high } from './rule.ts'

export const blocklistedFile = defineRule({
  id: 'blocklisted-file',
  onMember: ({ sha256 }, { blocked }) =>
    blocked.some((hash) => hash !== '' && (hash.startsWith(sha256) || sha256.startsWith(hash)))
      ? high()
      : undefined,
})
