import { z } from 'zod/mini'

import * as account from '#contract/accounts/account.ts'
import * as accounts from '#contract/access/users.ts'
import * as activities from '#contract/records/activities.ts'
import * as analysis from '#contract/archives/analysis.ts'
import * as auth from '#contract/accounts/auth.ts'
import * as bans from '#contract/access/bans.ts'
import * as blocklist from '#contract/moderation/blocklist.ts'
import * as cases from '#contract/moderation/cases.ts'
import * as categories from '#contract/scripts/categories.ts'
import * as changes from '#contract/scripts/changes.ts'
import * as collectionInstall from '#contract/scripts/collection-install.ts'
import * as collections from '#contract/scripts/collections.ts'
import * as description from '#contract/platform/description.ts'
import * as discord from '#contract/accounts/discord.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import * as errors from '#contract/platform/errors.ts'
import * as fields from '#contract/platform/fields.ts'
import * as groups from '#contract/access/groups.ts'
import * as identify from '#contract/scripts/identify.ts'
import * as install from '#contract/scripts/install.ts'
import * as notificationSettings from '#contract/site/notification-settings.ts'
import * as partners from '#contract/site/partners.ts'
import * as profiles from '#contract/scripts/profiles.ts'
import * as proofOfWork from '#contract/platform/proof-of-work.ts'
import * as resolve from '#contract/scripts/resolve.ts'
import * as scriptFields from '#contract/scripts/script-fields.ts'
import * as scriptFilters from '#contract/scripts/script-filters.ts'
import * as scripts from '#contract/scripts/scripts.ts'
import * as similar from '#contract/scripts/similar.ts'
import * as stats from '#contract/records/stats.ts'
import * as takedowns from '#contract/moderation/takedowns.ts'
import * as toolFeeds from '#contract/site/tool-feeds.ts'
import * as teams from '#contract/scripts/teams.ts'
import * as tokens from '#contract/scripts/tokens.ts'
import * as twoFactor from '#contract/accounts/two-factor.ts'
import * as userAdmin from '#contract/moderation/user-admin.ts'
import * as userStyles from '#contract/access/user-styles.ts'
import * as versions from '#contract/scripts/versions.ts'
import * as moderatedTexts from '#contract/moderation/moderated-texts.ts'
import * as members from '#contract/scripts/members.ts'
import * as scriptAuthors from '#contract/scripts/script-authors.ts'
import * as worksReports from '#contract/scripts/works-reports.ts'

import { isObject, type Json } from './error-responses.ts'
import { examples } from './examples.ts'

type Io = 'input' | 'output'

const modules = [
  account,
  accounts,
  activities,
  analysis,
  auth,
  bans,
  blocklist,
  cases,
  categories,
  changes,
  collectionInstall,
  collections,
  description,
  discord,
  errors,
  fields,
  groups,
  identify,
  install,
  notificationSettings,
  partners,
  profiles,
  proofOfWork,
  resolve,
  scriptFields,
  scriptFilters,
  scripts,
  similar,
  stats,
  takedowns,
  toolFeeds,
  teams,
  tokens,
  twoFactor,
  userAdmin,
  userStyles,
  versions,
  worksReports,
  scriptAuthors,
  members,
  moderatedTexts,
]

const formats = new Map<unknown, string>([
  [fields.Time, 'date-time'],
  [stats.Day, 'date'],
])

export type NamedSchemas = {
  /** A reference to a component for an object, else the schema itself. */
  use: (schema: z.ZodMiniType, io: Io) => Json
  /** The schema itself, for parameters and forms, which are described property by property. */
  expand: (schema: z.ZodMiniType, io: Io) => Json
  /** The components that `use` has referred to so far, directly or through others. */
  components: () => Record<string, Json>
}

/** Converts the schemas of the contract to JSON Schema. Objects are named as the contract exports them. */
export function nameSchemas(operations: ReadonlyMap<string, Endpoint>): NamedSchemas {
  const registry = z.registry<{ id: string }>()
  const name = (id: string, schema: z.ZodMiniType | undefined) => {
    if (schema && !registry.has(schema)) registry.add(schema, { id })
  }
  for (const [id, schema] of modules.flatMap((module) => Object.entries(module)))
    if (schema instanceof z.ZodMiniObject) name(id, schema)
  for (const [operationId, { body, params, query, reply }] of operations) {
    const id = operationId.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
    name(`${id}Body`, body)
    name(`${id}Path`, params)
    name(`${id}Query`, query)
    name(`${id}Reply`, reply)
  }
  const converted = { input: convert(registry, 'input'), output: convert(registry, 'output') }
  const used = new Map<string, Json>()

  function expand(schema: z.ZodMiniType, io: Io): Json {
    const json = converted[io][registry.get(schema)?.id ?? '']
    if (!json) throw new Error('A schema of the document has no name')
    for (const id of referencesOf(json)) addComponent(id, io)
    return json
  }

  function use(schema: z.ZodMiniType, io: Io): Json {
    const id = registry.get(schema)?.id
    if (!(schema instanceof z.ZodMiniObject) || id === undefined) return expand(schema, io)
    addComponent(id, io)
    return { $ref: `#/components/schemas/${id}` }
  }

  function addComponent(id: string, io: Io): void {
    const json = converted[io][id] ?? {}
    const known = used.get(id)
    if (known && JSON.stringify(known) !== JSON.stringify(json))
      throw new Error(`${id} needs two names: requests and responses have another form of it`)
    if (known) return
    used.set(id, json)
    for (const inner of referencesOf(json)) addComponent(inner, io)
  }

  const components = () => Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { use, expand, components }
}

function convert(registry: z.core.$ZodRegistry<{ id: string }>, io: Io): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const format = formats.get(zodSchema)
      if (format !== undefined) jsonSchema.format = format
      // Clients must accept the properties that a later version adds to a response.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...json }]) => [
      id,
      simplifySchema(json),
    ]),
  )
}

function referencesOf(json: unknown): string[] {
  if (Array.isArray(json)) return json.flatMap(referencesOf)
  if (!isObject(json)) return []
  const own = typeof json['$ref'] === 'string' ? [json['$ref'].replace('#/components/schemas/', '')] : []
  return [...own, ...Object.values(json).flatMap(referencesOf)]
}

/** Removes what the conversion adds and no reader needs, and adds the example of each property. */
function simplifySchema(schema: Json): Json {
  const { minimum, maximum, pattern, ...rest } = schema
  const simplified: Json = { ...rest }
  // The bounds of every integer of JavaScript say nothing about the field.
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER) simplified['minimum'] = minimum
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) simplified['maximum'] = maximum
  // The format says the same in one word.
  if (pattern !== undefined && !String(rest['format']).startsWith('date')) simplified['pattern'] = pattern
  for (const [keyword, value] of Object.entries(simplified)) {
    if (keyword === 'properties' && isObject(value)) simplified[keyword] = simplifyProperties(value)
    else if (Array.isArray(value)) simplified[keyword] = value.map(simplifyPart)
    else simplified[keyword] = simplifyPart(value)
  }
  return compactNullable(simplified)
}

function simplifyPart(part: unknown): unknown {
  return isObject(part) ? simplifySchema(part) : part
}

function simplifyProperties(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isObject(schema) ? withExample(name, simplifySchema(schema)) : schema,
    ]),
  )
}

/** `anyOf: [{ type: 'string', … }, { type: 'null' }]` becomes `type: ['string', 'null'], …`. */
function compactNullable(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [value, nothing]: unknown[] = anyOf
  if (!isObject(value) || !isObject(nothing) || nothing['type'] !== 'null') return schema
  if (typeof value['type'] !== 'string' || 'enum' in value) return schema
  return { ...rest, ...value, type: [value['type'], 'null'] }
}

function withExample(name: string, schema: Json): Json {
  const example = examples[name]
  const types = [schema['type']].flat()
  const isFit = typeof example === 'number' ? types.includes('integer') : types.includes('string')
  if (example === undefined || !isFit || 'enum' in schema || 'const' in schema) return schema
  return { ...schema, examples: [example] }
}
