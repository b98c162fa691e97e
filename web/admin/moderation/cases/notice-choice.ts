import type { Case, CaseDecision } from '#contract/moderation/cases.ts'

type Subject = Pick<Case, 'state' | 'decision' | 'noticeScripts'>
type Script = Case['noticeScripts'][number]

/** Whether the decision is one about each script of a notice. */
export function isPerScript({ state, decision }: Subject, chosen: CaseDecision | undefined): boolean {
  return chosen === 'restored' || (chosen === 'taken-down' && state === 'open' && decision === null)
}

/** A counter-notice is about the scripts of its sender. */
export function canChoose({ state }: Subject, chosen: CaseDecision, script: Script): boolean {
  if (script.isDeleted) return false
  if (chosen !== 'restored') return true
  return script.isTakenDown && (state === 'closed' || script.restorableAt !== null)
}

/** One uploader's scripts are proposed together; of several uploaders each script is chosen. */
export function proposedScripts(subject: Subject, chosen: CaseDecision): number[] {
  const possible = subject.noticeScripts.filter((script) => canChoose(subject, chosen, script))
  const uploaders = new Set(subject.noticeScripts.map(({ uploader }) => uploader))
  return chosen === 'restored' || uploaders.size === 1 ? possible.map(({ id }) => id) : []
}
