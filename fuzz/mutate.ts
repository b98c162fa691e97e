import type { Random } from './random.ts'

/** A copy of a sound file with one to eight wounds of the kinds that parsers fall over. */
export function mutate(source: Buffer, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(source)
  for (let wounds = 1 + random.below(8); wounds > 0; wounds--) bytes = random.pick(wounding)(bytes, random)
  return bytes
}

type Wound = (bytes: Buffer, random: Random) => Buffer

/** Sizes and offsets at which counters turn over. */
const edges = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

const flipBits: Wound = (bytes, random) => {
  for (let flips = 1 + random.below(16); flips > 0 && bytes.length > 0; flips--) {
    const at = random.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  }
  return bytes
}

const writeEdge: Wound = (bytes, random) => {
  if (bytes.length < 8) return bytes
  const at = random.below(bytes.length - 4)
  if (random.below(2)) bytes.writeUInt32LE(random.pick(edges), at)
  else bytes.writeUInt16LE(random.pick(edges) & 0xffff, at)
  return bytes
}

/** Where the heads of most formats lie: wounds there get furthest. */
const writeNearHead: Wound = (bytes, random) => {
  if (bytes.length < 8) return bytes
  bytes.writeUInt32LE(random.pick(edges), random.below(Math.min(60, bytes.length - 4)))
  return bytes
}

const cutOff: Wound = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1))

const leaveOut: Wound = (bytes, random) => {
  const at = random.below(bytes.length)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.below(64))])
}

const repeat: Wound = (bytes, random) => {
  const at = random.below(bytes.length)
  const part = bytes.subarray(at, at + random.below(512))
  return Buffer.concat([
    bytes.subarray(0, at),
    ...Array.from({ length: 1 + random.below(8) }, () => part),
    bytes.subarray(at),
  ])
}

const fill: Wound = (bytes, random) => {
  const at = random.below(bytes.length)
  return bytes.fill(random.pick([0, 0xff, 0x20]), at, Math.min(bytes.length, at + random.below(64)))
}

const wounding: readonly Wound[] = [
  flipBits,
  flipBits,
  writeEdge,
  writeEdge,
  writeNearHead,
  cutOff,
  leaveOut,
  repeat,
  fill,
]
