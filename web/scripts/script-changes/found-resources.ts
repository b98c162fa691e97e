import type { Resource } from '#contract/archives/manifest/describe-resources.ts'
import { frameworkNames } from '#contract/archives/manifest/framework-names.ts'
import { isVisible, isWebUrl } from '#contract/platform/fields.ts'
import { licenses, type License } from '#contract/scripts/licenses.ts'
import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { nextVersionNumber } from '#contract/scripts/version-number.ts'

import type { ZipContents } from './read-zip.ts'

const neededMax = 4

const tagsMax = 6

/** One sentence: "Found: my_hud 1.4.0 (ESX, needs ox_lib)". */
export function foundText(resources: readonly Resource[]): string {
  const [first] = resources
  if (!first) return 'No fxmanifest.lua was found in this archive'
  const version = first.version === null ? '' : ` ${first.version}`
  const what = resources.length === 1 ? `${first.name}${version}` : `${resources.length} resources`
  const needed = neededResources(resources)
  const more = needed.length > neededMax ? ` and ${needed.length - neededMax} more` : ''
  const facts = [
    ...usedFrameworks(resources).map((framework) => frameworkNames[framework]),
    ...(needed.length > 0 ? [`needs ${needed.slice(0, neededMax).join(', ')}${more}`] : []),
  ]
  return `Found: ${what}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

const lengthMax = {
  name: scriptLimits.nameMax,
  version: scriptLimits.versionMax,
  description: scriptLimits.descriptionMax,
  tags: scriptLimits.tagsMax,
  documentation: scriptLimits.documentationMax,
  license: scriptLimits.linkMax,
  sourceUrl: scriptLimits.linkMax,
} as const

export type SuggestedField = keyof typeof lengthMax

export const suggestedFields = [
  'name',
  'version',
  'description',
  'tags',
  'documentation',
  'license',
  'sourceUrl',
] as const satisfies SuggestedField[]

/** Texts of an archive for the fields of the form. A pack of several resources has no name of its own. */
export function suggestTexts({ resources, name, readme, license }: ZipContents): Map<SuggestedField, string> {
  const tags = [...usedFrameworks(resources), ...neededResources(resources)]
    .filter((tag) => isVisible(tag) && !tag.includes(','))
    .slice(0, tagsMax)
  const resource = resources.length === 1 ? resources[0] : undefined
  const texts = {
    name: name?.trim() || resource?.name,
    version: resource?.version,
    description: resource?.description,
    tags: tags.join(', '),
    documentation: readme,
    license: license ?? licenseNamed(resource?.license ?? ''),
    sourceUrl: isWebUrl(resource?.repository ?? '') ? resource?.repository : undefined,
  }
  const suggested = new Map<SuggestedField, string>()
  for (const field of suggestedFields) {
    const text = texts[field]?.trim() ?? ''
    const isText = field === 'documentation' ? !text.includes('\0') : isVisible(text)
    if (text !== '' && text.length <= lengthMax[field] && isText) suggested.set(field, text)
  }
  return suggested
}

function usedFrameworks(resources: readonly Resource[]) {
  return unique(resources.flatMap(({ frameworks }) => frameworks))
}

function neededResources(resources: readonly Resource[]): string[] {
  const own = new Set(resources.map(({ name }) => name))
  return unique(resources.flatMap(({ libraries }) => libraries)).filter((name) => !own.has(name))
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)]
}

/** The number of the manifest if it is another one, otherwise the next one. */
export function proposedNumber(
  current: string,
  resources: readonly Resource[],
): { number: string; isFromManifest: boolean } {
  const version = suggestTexts({ resources: [...resources] }).get('version')
  if (version !== undefined && version !== current) return { number: version, isFromManifest: true }
  return { number: nextVersionNumber(current, new Set()) ?? current, isFromManifest: false }
}

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
