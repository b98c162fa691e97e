/**
 * What the page of a script does without until the browser is idle, the person known or something pressed. The page
 * names this file alone: the names of all the others, and of what they need, would be part of its first load.
 */
export { copyHash, downloadScript, explainLike, recordView, shareScript } from './detail-acts.ts'
export { RelatedScripts } from './RelatedScripts.tsx'
export { showToast } from '#web/ui/toast.ts'

export async function loadLightbox() {
  return { default: (await import('./ImageLightbox.tsx')).ImageLightbox }
}

export async function loadManagement() {
  return { default: (await import('./ScriptManagement.tsx')).ScriptManagement }
}
