import type { Site } from '#contract/site/pages.ts'

/** When a submitted script can be downloaded, in the review mode of the site. */
export const availability: Record<Site['reviewMode'], string> = {
  off: 'immediately available for download',
  flagged: 'available for download once it has been scanned, unless a moderator has to review it first',
  all: 'available for download once a moderator has reviewed it',
}
