/** The data of a request from its arrival to the access log. */
export type RequestContext = {
  requestId: string
  /** A value of performance.now(). */
  startedAt: number
  isCached: boolean
  /** The path pattern of its route. Undefined for a request that was rejected before routing. */
  route: string | undefined
  bodyTimer: NodeJS.Timeout | undefined
}
