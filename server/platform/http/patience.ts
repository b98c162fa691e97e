import { minute, second } from '#platform/clock.ts'

/** Milliseconds that a hub waits for a client that is slow, or says nothing. */
export type Patience = {
  /** For the head of a request, also for the first byte on a new connection. */
  head: number
  /** For a body that is no file: it is one packet or a few. Files have a pace of their own, see pace.ts. */
  body: number
  /** For a client that takes nothing of its answer. */
  reading: number
  /** For the next request on a connection. More than a minute, which is what proxies keep theirs for. */
  idle: number
  /** For requests that were on their way when the hub began to close. */
  farewell: number
}

export const patience: Patience = {
  head: 10 * second,
  body: 10 * second,
  reading: 30 * second,
  idle: minute + 5 * second,
  farewell: second / 2,
}

/** Each costs a descriptor and some 20 KB. */
export const connectionsMax = 5_000
