/** What the analysis uses, and Node 20 lacks. test/oldest-node.test.ts finds what else does, and lists these. */
const iterators: unknown = Object.getPrototypeOf(Object.getPrototypeOf([].values()))

function addMissing(target: unknown, name: string, value: unknown): void {
  if (typeof target === 'object' || typeof target === 'function')
    if (target !== null && !(name in target))
      Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

addMissing(process, 'threadCpuUsage', () => process.cpuUsage())
addMissing(iterators, 'take', function* take<Item>(this: Iterable<Item>, count: number) {
  let left = count
  if (left > 0)
    for (const item of this) {
      yield item
      if (--left === 0) return
    }
})
addMissing(iterators, 'filter', function* filter<
  Item,
>(this: Iterable<Item>, isWanted: (item: Item) => boolean) {
  for (const item of this) if (isWanted(item)) yield item
})
addMissing(
  Map,
  'groupBy',
  <Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> => {
    const groups = new Map<Key, Item[]>()
    for (const item of items) {
      const key = keyOf(item)
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
    return groups
  },
)

type AnyMap = {
  has(key: unknown): boolean
  get(key: unknown): unknown
  set(key: unknown, value: unknown): unknown
}

for (const prototype of [Map.prototype, WeakMap.prototype]) {
  addMissing(prototype, 'getOrInsert', function (this: AnyMap, key: unknown, value: unknown) {
    if (!this.has(key)) this.set(key, value)
    return this.get(key)
  })
  addMissing(
    prototype,
    'getOrInsertComputed',
    function (this: AnyMap, key: unknown, compute: (key: unknown) => unknown) {
      if (!this.has(key)) this.set(key, compute(key))
      return this.get(key)
    },
  )
}
