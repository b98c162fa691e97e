import type { CaseDecision, CaseKind, CaseMessage } from './case-schemas.ts'

/** `{place}` is replaced by the file and line of a finding. */
export type CaseResponse = {
  id: string
  name: string
  audience: CaseMessage['audience']
  text: string
  /** The decisions that it explains, for each kind of case. The first one is chosen with it. */
  decisions: Partial<Record<CaseKind, readonly CaseDecision[]>>
}

const objection = {
  review: ['rejected'],
  report: ['warned', 'withdrawn', 'removed', 'text-hidden', 'banned'],
} as const satisfies CaseResponse['decisions']

/** Ready responses of staff, which they can change before they send them. */
export const caseResponses: readonly CaseResponse[] = [
  {
    id: 'looks-fine',
    name: 'Looks fine',
    audience: 'author',
    text: 'A moderator looked at {place} and has no objections to publishing it.',
    decisions: { review: ['published'], report: ['dismissed'] },
  },
  {
    id: 'remove-obfuscation',
    name: 'Remove obfuscation',
    audience: 'author',
    text: 'The code at {place} cannot be read. Please upload a version with readable code: users must be able to check what runs on their server.',
    decisions: objection,
  },
  {
    id: 'explain-code-from-outside',
    name: 'Explain code from outside',
    audience: 'author',
    text: 'The code at {place} loads code from another host and runs it. Please put that code into the archive, or explain here why it must come from outside.',
    decisions: objection,
  },
  {
    id: 'remove-webhook',
    name: 'Remove webhook',
    audience: 'author',
    text: 'The webhook at {place} sends data of every server to your channel. Please make it a convar that is empty by default.',
    decisions: objection,
  },
  {
    id: 'remove-program',
    name: 'Remove program',
    audience: 'author',
    text: 'The archive contains a program that our scanner cannot read: {place}. Please remove it, or link to its source so that users can build it.',
    decisions: objection,
  },
  {
    id: 'not-yours-to-share',
    name: 'Not yours to share',
    audience: 'author',
    text: 'This is the work of another author, and nothing shows that you may share it. If you have their permission, send it here.',
    decisions: { review: ['rejected'], report: ['removed', 'warned', 'withdrawn', 'banned'] },
  },
  {
    id: 'wrong-category-or-text',
    name: 'Wrong category or text',
    audience: 'author',
    text: 'The category or the description does not match what the archive contains. Please correct it and upload the version again.',
    decisions: objection,
  },
  {
    id: 'broken-archive',
    name: 'Broken archive',
    audience: 'author',
    text: 'The archive could not be fully read. Please pack it again as .zip and upload it as a new version.',
    decisions: objection,
  },
  {
    id: 'known-backdoor-found',
    name: 'Known backdoor found',
    audience: 'author',
    text: 'The code at {place} matches a known backdoor. If you did not write it, your own server is probably affected: check your files and change your keys.',
    decisions: { review: ['rejected'], report: ['withdrawn', 'removed', 'warned', 'banned'] },
  },
  {
    id: 'report-not-enough',
    name: 'Report not enough',
    audience: 'opener',
    text: 'What you described does not break the rules. If you can add details, such as a file and a line or a link to the original, please report it again.',
    decisions: { report: ['dismissed'] },
  },
]
