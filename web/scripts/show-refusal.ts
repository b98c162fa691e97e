import { CallFailure } from '#web/app/call.ts'

import type { ScriptForm } from './use-script-form.ts'

const textFields = ['name', 'description', 'script_status', 'category', 'version', 'tags'] as const

/** Puts the server's messages where they belong; what is left over is the answer, for the form as a whole. */
export function showRefusal(
  error: unknown,
  {
    form,
    showArchiveProblem,
    showImagesProblem,
  }: {
    form: ScriptForm
    showArchiveProblem: (problem: string) => void
    showImagesProblem: (problem: string) => void
  },
): string | undefined {
  if (!(error instanceof CallFailure)) return ''
  const { fields } = error
  for (const field of textFields) {
    const message = fields[field]
    if (message !== undefined) form.setError(field, { message })
  }
  const archive = fields['scriptFile'] ?? fields['fileKey'] ?? fields['fileSize'] ?? fields['fileName']
  if (archive !== undefined) showArchiveProblem(archive)
  const images = fields['images'] ?? fields['removeImages']
  if (images !== undefined) showImagesProblem(images)
  if (Object.keys(fields).length > 0) return undefined
  const isExplained = error.status >= 400 && error.status < 500 && error.code !== 'unknown'
  return isExplained ? error.message : ''
}
