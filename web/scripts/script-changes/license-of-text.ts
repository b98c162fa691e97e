import { licenses, type License } from '#contract/scripts/licenses.ts'

/** Sentences of the texts of licences. The first match counts: a text that quotes another one comes first. */
const sentences: readonly (readonly [RegExp, License])[] = [
  [/GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i, 'AGPL-3.0-only'],
  [/GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i, 'LGPL-3.0-only'],
  [/GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1/i, 'LGPL-2.1-only'],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 3/i, 'GPL-3.0-only'],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 2/i, 'GPL-2.0-only'],
  [/Apache License,?\s+Version 2\.0/i, 'Apache-2.0'],
  [/Mozilla Public License,?\s+Version 2\.0/i, 'MPL-2.0'],
  [/CC0 1\.0 Universal/i, 'CC0-1.0'],
  [/Attribution-NonCommercial-ShareAlike 4\.0/i, 'CC-BY-NC-SA-4.0'],
  [/Attribution-NonCommercial-NoDerivatives 4\.0/i, 'CC-BY-NC-ND-4.0'],
  [/Attribution-NonCommercial 4\.0/i, 'CC-BY-NC-4.0'],
  [/Attribution-ShareAlike 4\.0/i, 'CC-BY-SA-4.0'],
  [/Attribution-NoDerivatives 4\.0/i, 'CC-BY-ND-4.0'],
  [/Attribution 4\.0 International/i, 'CC-BY-4.0'],
  [/This is free and unencumbered software/i, 'Unlicense'],
  [/Permission is hereby granted, free of charge/i, 'MIT'],
  [/Permission to use, copy, modify, and\/or distribute this software/i, 'ISC'],
  [/The origin of this software must not be misrepresented/i, 'Zlib'],
  [/Redistributions of source code[\s\S]*Neither the name/i, 'BSD-3-Clause'],
  [/Redistributions of source code/i, 'BSD-2-Clause'],
]

/** The licence that a LICENSE file contains. One that is not known is another licence. */
export function licenseOfFile(text: string): License {
  const identifier = /SPDX-License-Identifier:\s*(\S+)/.exec(text)?.[1]
  const named = identifier === undefined ? undefined : licenseNamed(identifier)
  return named ?? sentences.find(([sentence]) => sentence.test(text))?.[1] ?? 'LicenseRef-Other'
}

/** The licence that a manifest names; `GPL-3.0` is the former identifier of `GPL-3.0-only`. */
export function licenseNamed(name: string): License | undefined {
  const [lowerCase, exactly] = [name.trim().toLowerCase(), `${name.trim().toLowerCase()}-only`]
  return licenses.find((license) => [lowerCase, exactly].includes(license.toLowerCase()))
}
