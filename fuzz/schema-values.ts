import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'

export type Schema = Record<string, unknown>

/** Values by field name that a schema cannot express; without them hardly any request would be valid. */
const known: Record<string, readonly unknown[]> = {
  email: ['member@example.com', 'owner@example.com', 'somebody.new@example.com', 'a@b.co'],
  username: ['member', 'owner', 'Somebody.New', 'x_y-z'],
  password: ['a password of the fuzzer', 'secret', 'x'.repeat(256)],
  currentPassword: ['a password of the fuzzer'],
  newPassword: ['a password of the fuzzer', 'another password'],
  name: ['Garage', 'Night City', 'keepers'],
  display_name: ['Keepers'],
  description: ['A garage where players keep, find and repair their vehicles.'],
  category: ['Scripts', 'Cars'],
  version: ['1.0.0'],
  tags: ['["garage","cars"]', 'garage, cars', '[]'],
  script_status: ['Readable', 'Decrypted'],
  color: ['#12ab9f', '#FFFFFF'],
  icon: ['Folder', 'Flame'],
  logo_url: ['https://logos.example/a.png'],
  website_url: ['https://a.example'],
  discord_url: ['https://discord.gg/abc'],
  css_properties: ['color: gold', 'color: gold; font-weight: bold'],
  expires_at: ['2027-01-31T12:00:00Z', null],
  until: ['2026-12-31T00:00:00Z'],
  startDate: ['2026-01-01'],
  endDate: ['2026-01-31'],
  reason: ['Spam'],
  fileName: ['garage.zip', 'garage.rar', 'garage.7z'],
  fileType: ['application/zip'],
  fileSize: [1000, 1_048_576_001],
  folder: ['scripts'],
  removeImages: ['[]'],
  imageOrder: ['[]'],
  token: ['A'.repeat(43)],
  permissions: [['scripts.download'], []],
}

const oddLines = [
  '',
  ' ',
  '\u0000',
  '\uD800',
  '\u202Egnp.exe',
  '<script>alert(1)</script>',
  "'; drop table users; --",
  '%00',
  '../../etc/passwd',
  '2147483648',
  '-1',
  '1e309',
  'NaN',
  '__proto__',
  'constructor',
  '9999-12-31T23:59:59-05:00',
  'javascript:alert(1)',
  'https://user:pass@a.example',
  'color: url(//a)',
  'x'.repeat(5_000),
  '{"a":',
]

/** Values that no field expects. */
export const oddValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddLines, null, true, 0, -1, 1.5, 1e300, 2 ** 31, [], {}, [[]], {
    a: { b: {} },
  }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Values that match a schema of the OpenAPI document. */
export function valueOf(schema: Schema, name = ''): Arbitrary<unknown> {
  const own = known[name]
  if (own && !schema['enum'])
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...own) }, fromSchema(schema))
  return fromSchema(schema)
}

function fromSchema(schema: Schema): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...schema['enum'])
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return fc.oneof(...choices.filter(isSchema).map((choice) => fromSchema(choice)))
  if (Array.isArray(schema['type']))
    return fc.oneof(...schema['type'].map((type: unknown) => fromSchema({ ...schema, type })))
  switch (schema['type']) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(isSchema(schema['items']) ? fromSchema(schema['items']) : fc.jsonValue(), {
        maxLength: 5,
      })
    case 'integer':
    case 'number':
      return fc.integer({ min: boundOr(schema['minimum'], 0), max: boundOr(schema['maximum'], 1_000) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Schema): Arbitrary<Record<string, unknown>> {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const fields = Object.entries(properties).map(
    ([name, shape]) => [name, valueOf(isSchema(shape) ? shape : {}, name)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((key) => key in properties) })
}

function textOf(schema: Schema): Arbitrary<string> {
  const minLength = Math.min(boundOr(schema['minLength'], 0), 2_000)
  const maxLength = Math.min(boundOr(schema['maxLength'], 40), 2_000)
  return fc.string({ unit: 'grapheme', minLength, maxLength })
}

function boundOr(bound: unknown, fallback: number): number {
  return typeof bound === 'number' && Math.abs(bound) < 2 ** 31 ? bound : fallback
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
