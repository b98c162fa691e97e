/**
 * The parts of a script's page that are loaded after the first load. The page imports this file only: the URLs of the
 * other chunks and their dependencies would be part of the first load.
 */
export { FollowButton } from '#web/site/follows/FollowButton.tsx'
export { RelatedScripts } from './RelatedScripts.tsx'
export { ScriptAuthorCard } from './ScriptAuthorCard.tsx'
export { ScriptGallery } from './ScriptGallery.tsx'
export { ScriptMetadata } from './ScriptMetadata.tsx'
export { confirmDownload } from '#web/scripts/versions/download-question.ts'
export { ScriptPages } from '#web/scripts/versions/ScriptPages.tsx'
export { WhatIsInside } from '#web/scripts/versions/WhatIsInside.tsx'

export async function loadLightbox() {
  return { default: (await import('./ImageLightbox.tsx')).ImageLightbox }
}

export async function loadStateNotices() {
  return { default: (await import('./StateNotices.tsx')).StateNotices }
}

export async function loadOwnerActions() {
  return { default: (await import('./OwnerActions.tsx')).OwnerActions }
}
