import type { Picker } from '#test-support/seeded-random.ts'

/** A copy of a valid file with one to eight mutations of kinds that break parsers. */
export function mutate(source: Buffer, random: Picker): Buffer {
  let bytes: Buffer = Buffer.from(source)
  for (let count = 1 + random.below(8); count > 0; count--) bytes = random.pick(mutations)(bytes, random)
  return bytes
}

type Mutation = (bytes: Buffer, random: Picker) => Buffer

/** Integer limits, at which sizes and offsets overflow. */
const edges = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

const flipBits: Mutation = (bytes, random) => {
  for (let flips = 1 + random.below(16); flips > 0 && bytes.length > 0; flips--) {
    const at = random.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  }
  return bytes
}

const writeEdge: Mutation = (bytes, random) => {
  if (bytes.length < 8) return bytes
  const at = random.below(bytes.length - 4)
  if (random.below(2)) bytes.writeUInt32LE(random.pick(edges), at)
  else bytes.writeUInt16LE(random.pick(edges) & 0xffff, at)
  return bytes
}

/** The headers of most formats are here, so mutations here reach the most code. */
const writeNearHead: Mutation = (bytes, random) => {
  if (bytes.length < 8) return bytes
  bytes.writeUInt32LE(random.pick(edges), random.below(Math.min(60, bytes.length - 4)))
  return bytes
}

const truncate: Mutation = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1))

const removeRange: Mutation = (bytes, random) => {
  const at = random.below(bytes.length)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.below(64))])
}

const repeat: Mutation = (bytes, random) => {
  const at = random.below(bytes.length)
  const part = bytes.subarray(at, at + random.below(512))
  return Buffer.concat([
    bytes.subarray(0, at),
    ...Array.from({ length: 1 + random.below(8) }, () => part),
    bytes.subarray(at),
  ])
}

const fill: Mutation = (bytes, random) => {
  const at = random.below(bytes.length)
  return bytes.fill(random.pick([0, 0xff, 0x20]), at, Math.min(bytes.length, at + random.below(64)))
}

const mutations: readonly Mutation[] = [
  flipBits,
  flipBits,
  writeEdge,
  writeEdge,
  writeNearHead,
  truncate,
  removeRange,
  repeat,
  fill,
]
