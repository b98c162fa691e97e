import { join } from 'node:path'

import { readManifest } from '#contract/archives/manifest/read-manifest.ts'

import { readText } from './read-json.ts'

const usual =
  /(^|\/)((?!(ts|js)config\.json$)[\w-]*config\.(lua|json)|[^/]+\.cfg|(config|configs|locale|locales)\/[^/]+)$/i
const json = /\.json$/i

type Test = (path: string) => boolean

/**
 * Files that owners are meant to change. `patterns` are of the whole server: `garage/data/*.lua`. Of other JSON the manifests in
 * `folders` name those that a game reads; the rest belongs to the code, such as `package.json`.
 */
export function configurationOf(
  resource: string,
  { patterns = [], folders }: { patterns?: readonly string[] | undefined; folders: readonly string[] },
): Test {
  const listed = patterns.map((pattern) => expressionOf(pattern))
  let named: RegExp[] | undefined
  function isNamed(path: string): boolean {
    named ??= folders.flatMap((folder) => jsonNames(folder)).map((name) => expressionOf(name))
    return named.some((expression) => expression.test(path))
  }
  return (path) =>
    usual.test(path) ||
    listed.some((expression) => expression.test(`${resource}/${path}`)) ||
    (json.test(path) && isNamed(path))
}

/** For an archive whose manifest has not been read yet. */
export function mayBeConfiguration(resource: string, patterns: readonly string[]): Test {
  const isConfiguration = configurationOf(resource, { patterns, folders: [] })
  return (path) => json.test(path) || isConfiguration(path)
}

function jsonNames(folder: string): string[] {
  const text = readText(join(folder, 'fxmanifest.lua')) ?? readText(join(folder, '__resource.lua')) ?? ''
  return readManifest(text).entries.flatMap(({ value }) =>
    json.test(value) ? [value.replace(/^\.\//, '')] : [],
  )
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*+)/).map((part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part.startsWith('*')) return part === '*' ? '[^/]*' : '.*'
    return part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join('')}$`)
}
