import { minute, second } from '#platform/clock.ts'

/** Milliseconds. */
export type Timeouts = {
  /** For the request headers, and for the first byte on a new connection. */
  headers: number
  /** For a body that is not a file. File transfers have a minimum rate, see transfer-timeout.ts. */
  body: number
  /** For a client that reads nothing of its response. */
  writeStall: number
  /** For the next request on a connection. Longer than the minute after which proxies close theirs. */
  keepAlive: number
  /** For requests that were sent before the client saw that the server closes. */
  shutdownGrace: number
}

export const timeouts: Timeouts = {
  headers: 10 * second,
  body: 10 * second,
  writeStall: 30 * second,
  keepAlive: minute + 5 * second,
  shutdownGrace: second / 2,
}

/** Each connection takes a file descriptor and about 20 KB. */
export const connectionsMax = 5_000
