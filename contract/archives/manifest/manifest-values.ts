export type Value = string | boolean | LuaNumber | Table
/** As Lua prints it. */
type LuaNumber = { number: string }
export type Table = { items: Item[]; fields: Map<string, Value | undefined> }
export type Item = { value: Value | undefined; line: number }

export function isTable(value: Value | undefined): value is Table {
  return typeof value === 'object' && 'items' in value
}

export function isNumber(value: Value): value is LuaNumber {
  return typeof value === 'object' && 'number' in value
}

export function textOf(value: Value | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  return isNumber(value) ? value.number : undefined
}

/** Numbers of up to fifteen digits without an exponent, which Lua and JavaScript print alike. */
export function printNumber(source: string): LuaNumber | undefined {
  if (/^(\d{1,15}|0x[\da-f]{1,12})$/i.test(source)) return { number: String(Number(source)) }
  if (!/^(?=.{2,15}$)\d*\.\d*$/.test(source)) return undefined
  const number = String(Number(Number(source).toPrecision(14)))
  if (number.includes('e')) return undefined
  return { number: number.includes('.') ? number : `${number}.0` }
}

export function toJson(value: Value | undefined): unknown {
  if (value === undefined) return null
  if (!isTable(value)) return isNumber(value) ? Number(value.number) : value
  if (value.fields.size === 0) return value.items.map((item) => toJson(item.value))
  const fields = [
    ...value.fields,
    ...value.items.map((item, index) => [String(index + 1), item.value] as const),
  ]
  return Object.fromEntries(fields.map(([key, item]) => [key, toJson(item)]))
}
