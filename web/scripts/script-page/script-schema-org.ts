import { descriptionText } from '#contract/platform/description-text.ts'
import { licenseName, licenseUrl } from '#contract/scripts/licenses.ts'
import { imageAt } from '#contract/platform/images.ts'
import type { Site } from '#contract/site/pages.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { authorPath, scriptPath } from '#web/app/paths.ts'

/** The JSON-LD of a script's page. */
export function scriptSchemaOrg(site: Site, script: Script): object {
  const absolute = (path: string) => new URL(path, site.publicUrl).href
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: script.name,
    description: plainDescription(script),
    url: absolute(scriptPath(script.id)),
    image: script.images.map((image) => absolute(imageAt(image, 1600))),
    author: {
      '@type': script.authorIsTeam ? 'Organization' : 'Person',
      name: script.author,
      url: absolute(authorPath(script)),
    },
    applicationCategory: 'GameApplication',
    applicationSubCategory: script.category,
    softwareVersion: script.version,
    ...(script.license && { license: licenseUrl(script.license) ?? licenseName(script.license) }),
    ...(script.documentationUrl && {
      softwareHelp: { '@type': 'CreativeWork', url: script.documentationUrl },
    }),
    ...(script.sourceUrl && { sameAs: script.sourceUrl }),
    ...(script.supportUrl && { discussionUrl: script.supportUrl }),
    fileSize: `${Math.max(1, Math.round(script.fileSize / 1024))}KB`,
    keywords: script.tags.join(', '),
    datePublished: script.createdAt,
    dateModified: script.updatedAt,
    isAccessibleForFree: true,
    offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
    interactionStatistic: [
      counter('DownloadAction', script.downloads),
      counter('LikeAction', script.likes),
      counter('ViewAction', script.views),
    ],
  }
}

function counter(action: string, count: number): object {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  }
}

export function plainDescription({ formattedDescription, description }: Script): string {
  return formattedDescription ? descriptionText(formattedDescription).trim() : description
}
