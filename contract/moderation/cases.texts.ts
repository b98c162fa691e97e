import type { CaseDecision, CaseReason } from './case-schemas.ts'

/** After "because of" or in "Someone reported X: …". */
export const reasonTexts: Record<CaseReason, string> = {
  'high-finding': 'a high-severity finding',
  failed: 'its archive could not be fully read',
  'blocklisted-file': 'it contains a file on the blocklist',
  'copied-archive': 'another author shared the same code before',
  all: 'every version is reviewed here',
  backdoor: 'it contains a backdoor',
  stolen: 'it is the work of another author',
  broken: 'it does not work',
  misleading: 'its description is misleading',
  spam: 'spam',
  offensive: 'offensive content',
  'personal-data': 'it shows personal data',
  other: 'another reason',
  ban: 'a ban',
  removal: 'a hidden script',
  rejection: 'a version that was not published',
  withdrawal: 'a withdrawn version',
  'hidden-text': 'a hidden text',
  copyright: 'copyright',
  trademark: 'a trademark',
  'other-right': 'another right',
}

/** In "Our decision in case #7: …". */
export const decisionTexts: Record<CaseDecision, string> = {
  published: 'the version was published',
  rejected: 'the version was not published',
  dismissed: 'the report was dismissed',
  warned: 'the author was warned',
  withdrawn: 'the version was withdrawn for security',
  removed: 'the script was hidden',
  'text-hidden': 'the text was hidden',
  banned: 'the user was banned',
  granted: 'the appeal was granted',
  denied: 'the request was denied',
  'taken-down': 'the script was taken down',
  restored: 'the script was restored',
}
