import type { VersionProblem } from './choose-version.rules.ts'

const quoted = (name: string, range: string) => `“${range}” of ${name}`

/** Why no version of a script, or a withdrawn one, was chosen. */
export const versionTexts: Record<VersionProblem, (name: string, range: string) => string> = {
  'invalid-range': (name, range) => `${quoted(name, range)} is neither one of its numbers nor a range.`,
  'range-unsupported': (name, range) =>
    `${quoted(name, range)} cannot be read as a range: the version numbers of this script are not semantic versions. Use one of its numbers or latest.`,
  'no-match': (name, range) => `No version of ${name} fits ${range === '' ? 'latest' : range}.`,
  withdrawn: (name, range) =>
    `Every version of ${name} that fits ${range === '' ? 'latest' : range} was withdrawn.`,
  'too-new': (name) =>
    `Every version of ${name} that fits is younger than the waiting time. Name the version to use it now.`,
}

export const unknownScript = (id: number) => `Script ${id} does not exist or is not public.`

export const notAnalysed = (name: string, number: string) =>
  `${name} ${number} has no report yet, so what it needs is not known.`

export const unknownChoice = (resource: string, id: number) =>
  `Script ${id} was chosen for ${resource} and does not have a resource of this name.`

export const lacksResource = (name: string, number: string, resource: string) =>
  `${name} has the resource ${resource}, but not in version ${number}.`

export const sameResource = (resource: string, names: readonly string[]) =>
  `${names.join(' and ')} have a resource named ${resource}: a server starts one of them.`

export const tooLarge = (max: number) => `More than ${max} scripts are needed. Those beyond are left out.`
