// Without schemas: the filters of the script list and the script page use it.

/** The SPDX identifiers that a script can have. The last two are for licences without an identifier. */
export const licenses = [
  'MIT',
  'Apache-2.0',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'GPL-2.0-only',
  'GPL-2.0-or-later',
  'AGPL-3.0-only',
  'AGPL-3.0-or-later',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'LGPL-2.1-only',
  'LGPL-2.1-or-later',
  'MPL-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'Zlib',
  'Unlicense',
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'CC-BY-ND-4.0',
  'CC-BY-NC-ND-4.0',
  'LicenseRef-All-Rights-Reserved',
  'LicenseRef-Other',
] as const
export type License = (typeof licenses)[number]

export const licenseMessage = 'Licence must be one of the offered SPDX identifiers'

/** The name of a licence on pages. */
export function licenseName(license: string): string {
  if (license === 'LicenseRef-All-Rights-Reserved') return 'All rights reserved'
  return license === 'LicenseRef-Other' ? 'Other licence' : license
}

/** The page of a licence in the SPDX list. */
export function licenseUrl(license: string): string | undefined {
  return license.startsWith('LicenseRef-') ? undefined : `https://spdx.org/licenses/${license}.html`
}
