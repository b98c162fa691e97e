import { nothing, textOf } from '#analysis/flow/value.ts'
import { wellKnownPackages, wellKnownResources } from '#analysis/knowledge/names.ts'
import { defineRule, js, medium, type Finding } from './rule.ts'

/** Letters that look the same in many fonts, and separators, which people mix up. */
const lookOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll(/[-_.]/g, '')

/** One letter is doubled, missing, or changed places with the next one. */
function isMistyped(name: string, known: string): boolean {
  let at = 0
  while (at < known.length && name[at] === known[at]) at++
  const rest = known.slice(at)
  if (name.length === known.length + 1) return name[at] === name[at - 1] && name.slice(at + 1) === rest
  if (name.length === known.length - 1) return name.slice(at) === rest.slice(1)
  return name.slice(at) === `${rest[1]}${rest[0]}${rest.slice(2)}`
}

function imitated(name: string, known: ReadonlySet<string>): string | undefined {
  const plain = name.toLowerCase()
  if (known.has(plain) || name.length > 60) return undefined
  return [...known].find((one) => lookOf(one) === lookOf(name) || isMistyped(plain, one))
}

function findingOf(name: string, known: ReadonlySet<string>): Finding | undefined {
  const original = imitated(name, known)
  return original === undefined ? undefined : medium(`${name}, which looks like ${original}`)
}

/** The packages that a package.json names. */
function packagesIn(text: string): string[] {
  try {
    const { dependencies, devDependencies, optionalDependencies } = Object(JSON.parse(text))
    return [dependencies, devDependencies, optionalDependencies].flatMap((one) => Object.keys(Object(one)))
  } catch {
    return []
  }
}

export const imitatedName = defineRule({
  id: 'imitated-name',
  on: ['requires'],
  test: ({ named }) => findingOf(textOf(named.name ?? nothing) ?? '', wellKnownPackages),
  onMember: ({ path }, { text = '' }) =>
    /(^|\/)package\.json$/.test(path)
      ? packagesIn(text)
          .map((name) => findingOf(name, wellKnownPackages))
          .find((finding) => finding !== undefined)
      : undefined,
  onResource: ({ dependencies, libraries }) =>
    [...new Set([...dependencies.map(({ name }) => name), ...libraries])].flatMap(
      (name) => findingOf(name, wellKnownResources) ?? [],
    ),
  examples: {
    found: [js(`^const http = require('axois')`), js(`^const server = require('expresss')`)],
    notFound: [js(`const http = require('axios')`), js(`const server = require('fastify')`)],
  },
})
