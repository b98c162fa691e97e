import type { Resource } from '#contract/archives/manifest/describe-resources.ts'
import { nextVersionNumber } from '#contract/scripts/version-number.ts'

import { suggestTexts } from './found-resources.ts'

/** The number of the manifest if it is another one, otherwise the next one. */
export function proposedNumber(
  current: string,
  resources: readonly Resource[],
): { number: string; isFromManifest: boolean } {
  const version = suggestTexts({ resources: [...resources] }).get('version')
  if (version !== undefined && version !== current) return { number: version, isFromManifest: true }
  return { number: nextVersionNumber(current, new Set()) ?? current, isFromManifest: false }
}
